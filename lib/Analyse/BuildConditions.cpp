//===- BuildConditions.cpp - Code that another build makes another of -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/BuildConditions.h"
#include "Analyse/KernelCallers.h"
#include "Frontend/BuildWords.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Variables and enumerators outside functions that a function names.
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
};

class BuildQuestion {
public:
  BuildQuestion(const SourceUnit &Unit, SourceLocation Code,
                const SourcePlace &Report)
      : SM(Unit.sources()), Unit(Unit), Report(Report),
        Words(SM, Unit.context().getLangOpts()), CodeAt(decomposed(Code)) {}

  std::optional<Refusal> ask(llvm::ArrayRef<const FunctionDecl *> Functions) {
    if (Words.empty())
      return std::nullopt;
    const KernelCallers Callers(Unit.context());
    for (const FunctionDecl *Asked : Functions)
      for (const FunctionDecl *F : Callers.reachedFrom(Asked)) {
        GlobalsNamed Globals;
        Globals.TraverseStmt(F->getBody());
        Globals.Found.insert(F);
        for (const Decl *D : Globals.Found)
          if (auto R = ask(D))
            return R;
      }
    return std::nullopt;
  }

private:
  using Place = std::pair<FileID, unsigned>;
  Place decomposed(SourceLocation L) const {
    return SM.getDecomposedLoc(SM.getExpansionLoc(L));
  }

  std::optional<Refusal> ask(const Decl *D) {
    const auto [File, Begin] = decomposed(D->getBeginLoc());
    const auto [EndFile, End] = decomposed(D->getEndLoc());
    std::optional<unsigned> Code;
    if (File == CodeAt.first)
      Code = CodeAt.second;
    auto Found = Words.find(File, Begin, EndFile == File ? End : Begin, Code);
    FileID Where = File;
    if (!Found)
      Found = Words.findAround(File, Begin, Code);
    // And around the #include that brings the file.
    while (!Found && SM.getIncludeLoc(Where).isValid()) {
      const Place Include = decomposed(SM.getIncludeLoc(Where));
      Where = Include.first;
      Found = Words.findAround(
          Where, Include.second,
          Where == CodeAt.first ? std::optional(CodeAt.second) : std::nullopt);
    }
    if (!Found)
      return std::nullopt;
    Refusal R{RefusalId::ConditionalCompilation,
              Report,
              "'" + cast<NamedDecl>(D)->getNameAsString() + "' depends on '" +
                  Found->Name + "', which another build makes another",
              {}};
    R.Notes.push_back(
        {Unit.place(
             SM.getLocForStartOfFile(Where).getLocWithOffset(Found->Offset)),
         "here"});
    return R;
  }

  const SourceManager &SM;
  const SourceUnit &Unit;
  const SourcePlace &Report;
  BuildWords Words;
  Place CodeAt;
};

} // namespace

std::optional<Refusal>
refuseOtherBuilds(llvm::ArrayRef<const FunctionDecl *> Functions,
                  SourceLocation Code, const SourcePlace &Report,
                  const SourceUnit &Unit) {
  return BuildQuestion(Unit, Code, Report).ask(Functions);
}

} // namespace pipeline_rewrite
