//===- FindCopyRegions.cpp - What stands before a kernel's barriers -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Match/CopyRegion.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isAnyBarrier(const Stmt *S) {
  return isBlockBarrier(S) || isBlockPipelineWait(S) || votedValue(S);
}

/// \p S or something below it, lambdas left out; nullptr if there is none.
const Stmt *findOutsideLambdas(const Stmt *S, StmtTest Is) {
  return findBelow(S, Is,
                   [](const Stmt *Each) { return !isa<LambdaExpr>(Each); });
}

class RegionFinder : public DynamicRecursiveASTVisitor {
public:
  explicit RegionFinder(const SourceUnit &Unit)
      : Unit(Unit), SM(Unit.sources()) {
    ShouldVisitTemplateInstantiations = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (!F->doesThisDeclarationHaveABody() || !F->hasAttr<CUDAGlobalAttr>() ||
        F->isDependentContext())
      return true;
    const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
    FileID Reading =
        SM.getFileID(SM.getExpansionLoc(F->getBody()->getBeginLoc()));
    const FileEntry *Subject = SM.getFileEntryForID(Unit.subject());
    IsFirst = Reading == Unit.subject();
    if (!Body ||
        (!IsFirst && (!Subject || SM.getFileEntryForID(Reading) != Subject)))
      return true;
    Function = F;
    Label = findOutsideLambdas(Body,
                               [](const Stmt *S) { return isa<LabelStmt>(S); });
    walk(Body, {});
    return true;
  }

  std::vector<CopyRegionSite> take() {
    std::vector<CopyRegionSite> Result;
    for (auto &[Offset, Site] : Sites)
      Result.push_back(std::move(Site));
    return Result;
  }

private:
  using Statements = std::vector<const Stmt *>;

  void walk(const CompoundStmt *Block, Statements Before) {
    Statements Units;
    for (const Stmt *S : Block->body()) {
      const bool Ends = isBlockBarrier(S);
      if (!Ends && !findOutsideLambdas(S, isAnyBarrier)) {
        Units.push_back(S);
        continue;
      }
      if (Ends && !Units.empty())
        record({Function, Before, Units, S, Label});
      llvm::append_range(Before, Units);
      Units.clear();
      enter(S, Before);
      Before.push_back(S);
    }
  }

  /// Blocks that run once at most when those around them do.
  void enter(const Stmt *S, Statements Before) {
    if (!S)
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return walk(Block, std::move(Before));
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If)
      return;
    for (const Stmt *First :
         {If->getInit(),
          static_cast<const Stmt *>(If->getConditionVariableDeclStmt()),
          static_cast<const Stmt *>(If->getCond())})
      if (First)
        Before.push_back(First);
    enter(If->getThen(), Before);
    enter(If->getElse(), std::move(Before));
  }

  void record(CopyRegion Region) {
    SourceLocation Begin = Region.Barrier->getBeginLoc();
    unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Begin));
    CopyRegionSite &Site = Sites[Offset];
    if (Site.Instances.empty()) {
      Site.Place = Unit.place(Begin);
      Site.Offset = Offset;
      Site.Kernel = Function->getQualifiedNameAsString();
    }
    Site.ReadAgain |= !IsFirst;
    Site.Instances.push_back(std::move(Region));
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  const FunctionDecl *Function = nullptr; ///< that is walked
  const Stmt *Label = nullptr;
  bool IsFirst = true;
  std::map<unsigned, CopyRegionSite> Sites;
};

} // namespace

std::vector<CopyRegionSite> findCopyRegions(const SourceUnit &Unit) {
  RegionFinder Finder(Unit);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return Finder.take();
}

} // namespace pipeline_rewrite
