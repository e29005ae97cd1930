//===- OwnHeaders.cpp - Headers that declare nothing of the program's -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/OwnHeaders.h"
#include "Frontend/MissingHeaders.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral OwnNamespaces[] = {
    "at", "c10", "cub", "nvtx3", "pybind11", "thrust", "torch"};

/// The program's own code in a library's namespace, or `using` of what is not
/// found: names of the library go without theirs.
bool bringsNamesHere(const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  for (const llvm::StringRef Name : OwnNamespaces)
    for (const NamedDecl *D : Unit.context().getTranslationUnitDecl()->lookup(
             &Unit.context().Idents.get(Name)))
      for (const Decl *Part : D->redecls())
        if (!SM.isInSystemHeader(Part->getLocation()))
          return true;
  for (unsigned I = 0; I < Unit.errors().size(); ++I)
    if (const SourceLocation At = Unit.locationOfError(I); At.isValid()) {
      const auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
      const llvm::StringRef Text = SM.getBufferData(File).take_front(Offset);
      if (const size_t Using = Text.rfind("using");
          Using != Text.npos && !Text.substr(Using).contains(';'))
        return true;
    }
  return false;
}

} // namespace

bool mayDeclareHere(const ParseError &E, SourceLocation At,
                    const SourceUnit &Unit) {
  const auto Header = missingHeader(E);
  const SourceManager &SM = Unit.sources();
  return Header &&
         (!isLibraryHeader(
              *Header, *SM.getCharacterData(SM.getExpansionLoc(At)) == '<') ||
          bringsNamesHere(Unit));
}

} // namespace pipeline_rewrite
