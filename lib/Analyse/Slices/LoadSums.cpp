//===- LoadSums.cpp - What the loads add up beside filling tiles ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/LoadSums.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class SumFinder {
public:
  explicit SumFinder(EffectsCollector &Collector) : Collector(Collector) {}

  void add(const LoopUnit &U) {
    // What runs at a time of its own, or on both sides, is no such statement.
    if (U.Advance || U.Opening || U.Role == UnitRole::Both)
      return exclude(Collector.collect(U.S));
    walk(U.S);
  }

  llvm::SmallSetVector<const VarDecl *, 2> sums() const {
    llvm::SmallSetVector<const VarDecl *, 2> Out;
    for (const VarDecl *V : Summed)
      if (!Excluded.contains(V))
        Out.insert(V);
    return Out;
  }

private:
  void walk(const Stmt *S) {
    if (!S)
      return;
    if (isa<CompoundStmt, AttributedStmt>(S)) {
      for (const Stmt *Child : S->children())
        walk(Child);
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      excludeAll(
          {If->getInit(), If->getConditionVariableDeclStmt(), If->getCond()});
      walk(If->getThen());
      return walk(If->getElse());
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      excludeAll({For->getInit(), For->getConditionVariableDeclStmt(),
                  For->getCond(), For->getInc()});
      return walk(For->getBody());
    }
    addStatement(S, Collector.collect(S));
  }

  void addStatement(const Stmt *S, const Effects &E) {
    if (!isKept(S, E))
      return exclude(E);
    const VarDecl *Changed = E.Writes.front();
    for (const VarDecl *V : E.Reads)
      (V == Changed ? Summed : Excluded).insert(V);
  }

  /// It changes one variable and does nothing else.
  static bool isKept(const Stmt *S, const Effects &E) {
    return isa<Expr>(S) && E.isPure() && E.Writes.size() == 1 &&
           canBeSum(E.Writes.front());
  }

  static bool canBeSum(const VarDecl *V) {
    const ASTContext &Context = V->getASTContext();
    const QualType T = V->getType()->isConstantArrayType()
                           ? Context.getBaseElementType(V->getType())
                           : V->getType();
    return V->hasLocalStorage() && !T.isVolatileQualified() &&
           (T->isArithmeticType() ||
            (T->isRecordType() && T.isTriviallyCopyableType(Context)));
  }

  void exclude(const Effects &E) {
    insertAll(Excluded, E.Reads);
    insertAll(Excluded, E.Writes);
  }

  void excludeAll(std::initializer_list<const Stmt *> Headers) {
    for (const Stmt *S : Headers)
      if (S)
        exclude(Collector.collect(S));
  }

  EffectsCollector &Collector;
  llvm::SmallSetVector<const VarDecl *, 8> Summed, Excluded;
};

} // namespace

llvm::SmallSetVector<const VarDecl *, 2>
findLoadSums(llvm::ArrayRef<LoopUnit> Units, EffectsCollector &Collector) {
  SumFinder Finder(Collector);
  for (const LoopUnit &U : Units)
    if (U.isLoadSide())
      Finder.add(U);
  return Finder.sums();
}

} // namespace pipeline_rewrite
