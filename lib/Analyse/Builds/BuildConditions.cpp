//===- BuildConditions.cpp - Code that another build makes another of -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Variables and enumerators outside functions that a function names, and
/// members whose initialisers it takes.
class GlobalsNamed : public DynamicRecursiveASTVisitor {
public:
  GlobalsNamed() { ShouldVisitImplicitCode = true; }
  llvm::SmallSetVector<const Decl *, 8> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (isa<EnumConstantDecl>(E->getDecl()) || (V && V->hasGlobalStorage()))
      Found.insert(E->getDecl());
    return true;
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    Found.insert(E->getField());
    return TraverseStmt(E->getExpr());
  }
};

/// Where a declaration names types of system headers: they are the same in all
/// builds, whatever else a namespace of the user's calls so.
class SystemTypesNamed : public DynamicRecursiveASTVisitor {
public:
  explicit SystemTypesNamed(const SourceManager &SM) : SM(SM) {}
  llvm::DenseSet<unsigned> Offsets;

  bool VisitTypedefTypeLoc(TypedefTypeLoc L) override {
    if (L.getNameLoc().isFileID() &&
        SM.isInSystemHeader(declOf(L)->getLocation()))
      Offsets.insert(SM.getFileOffset(L.getNameLoc()));
    return true;
  }

private:
  const SourceManager &SM;
};

} // namespace

OtherBuilds::OtherBuilds(const SourceUnit &Unit)
    : OtherBuilds(Unit, BuildWords(Unit.preprocessor())) {}

OtherBuilds::OtherBuilds(const SourceUnit &Unit, BuildWords Words)
    : Unit(Unit), Words(std::move(Words)) {
  if (!this->Words.empty())
    Callers.emplace(Unit.context());
}

OtherBuilds OtherBuilds::withMacros(const SourceUnit &Unit) {
  llvm::StringSet<> Given;
  for (const auto &[Macro, IsUndefined] :
       Unit.setup().Invocation->getPreprocessorOpts().Macros)
    Given.insert(llvm::StringRef(Macro).split('=').first.split('(').first);
  return {Unit, BuildWords(Unit.preprocessor()).withMacros(std::move(Given))};
}

std::optional<Refusal>
OtherBuilds::refuse(llvm::ArrayRef<const FunctionDecl *> Functions,
                    SourceLocation Code, const SourcePlace &Report) const {
  if (!Callers)
    return std::nullopt;
  const auto [File, Offset] = decomposed(Code);
  const BuildWords Here = Words.within(File, Offset);
  for (const FunctionDecl *Asked : Functions)
    for (const FunctionDecl *F : Callers->reachedFrom(Asked)) {
      GlobalsNamed Globals;
      Globals.TraverseStmt(F->getBody());
      if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
        for (const CXXCtorInitializer *Each : Made->inits())
          Globals.TraverseStmt(Each->getInit());
      Globals.Found.insert(F);
      for (const Decl *D : Globals.Found)
        if (auto R = refuse(D, Here, Report))
          return R;
    }
  return std::nullopt;
}

OtherBuilds::Place OtherBuilds::decomposed(SourceLocation L) const {
  const SourceManager &SM = Unit.sources();
  return SM.getDecomposedLoc(SM.getExpansionLoc(L));
}

std::optional<Refusal> OtherBuilds::refuse(const Decl *D,
                                           const BuildWords &Here,
                                           const SourcePlace &Report) const {
  const SourceManager &SM = Unit.sources();
  const auto [File, Begin] = decomposed(D->getBeginLoc());
  const auto [EndFile, End] = decomposed(D->getEndLoc());
  SystemTypesNamed Known(SM);
  Known.TraverseDecl(const_cast<Decl *>(D));
  auto Found =
      Here.find(File, Begin, EndFile == File ? End : Begin,
                [&](unsigned At) { return Known.Offsets.contains(At); });
  // And around it, and around the #include that brings its file.
  FileID Where = File;
  for (unsigned At = Begin; !Found;) {
    Found = Here.findAround(Where, At);
    const SourceLocation Include = SM.getIncludeLoc(Where);
    if (Found || Include.isInvalid())
      break;
    std::tie(Where, At) = decomposed(Include);
  }
  if (!Found)
    return std::nullopt;
  const std::string Name = cast<NamedDecl>(D)->getNameAsString();
  const std::string By =
      Found->Name == Name ? "an #if" : "'" + Found->Name + "'";
  Refusal R{RefusalId::ConditionalCompilation,
            Report,
            "'" + Name + "' depends on " + By +
                ", which another build makes another",
            {}};
  R.Notes.push_back({Unit.place(SM.getLocForStartOfFile(Where).getLocWithOffset(
                         Found->Offset)),
                     "here"});
  return R;
}

std::optional<std::string> OtherBuilds::decides(SourceRange R,
                                                bool Specifiers) const {
  const auto [File, Begin] = decomposed(R.getBegin());
  const auto [EndFile, Last] = decomposed(R.getEnd());
  // A token ends behind its first character.
  const auto Found = Words.find(
      File, Begin, EndFile == File ? Last + 1 : Begin,
      [](unsigned) { return false; }, Specifiers);
  return Found ? std::optional(Found->Name) : std::nullopt;
}

std::optional<std::string> OtherBuilds::decides(const NamedDecl *D) const {
  const FileID File = decomposed(D->getLocation()).first;
  const auto Found =
      D->getIdentifier() ? Words.findInside(File, D->getName()) : std::nullopt;
  return Found ? std::optional(Found->Name) : decides(D->getSourceRange());
}

} // namespace pipeline_rewrite
