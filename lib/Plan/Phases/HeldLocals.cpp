//===- HeldLocals.cpp - Locals that are complete when the load is ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/HeldLocals.h"
#include "Ast/Assignments.h"
#include "Ast/VariableUses.h"
#include "Plan/Phases/LoadPhases.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// `float4 v;` calls a constructor that nobody wrote.
bool isInitialised(const VarDecl *V) {
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
  return V->getInit() &&
         !(C && C->getNumArgs() == 0 && C->getParenOrBraceRange().isInvalid());
}

class Finder {
public:
  Finder(const VarDecl *V, llvm::ArrayRef<Leaf> Leaves,
         EffectsCollector &Collector)
      : V(V), Leaves(Leaves), Collector(Collector) {}

  std::optional<HeldLocal> run() {
    size_t First = 0;
    while (First < Leaves.size() && !declares(Leaves[First]))
      ++First;
    if (First == Leaves.size() || !canBeAssigned() ||
        (V->getInit() && !isThere(V->getInit(), Leaves, Collector)))
      return std::nullopt;
    Held.Declaration = &Leaves[First];
    Held.Initialised = isInitialised(V);
    size_t Behind = First + 1 + countAssignments(First + 1);
    if (Held.Assignments.empty())
      return std::nullopt;
    for (const Leaf &L : Leaves.drop_front(Behind))
      Held.Changes |= changedBy(L);
    return Held;
  }

private:
  bool declares(const Leaf &L) const {
    const auto *D = dyn_cast<DeclStmt>(L.S);
    return D && D->isSingleDecl() && D->getSingleDecl() == V && !L.Opening;
  }

  bool canBeAssigned() const {
    QualType T = V->getType();
    return !V->isStaticLocal() && !T.isVolatileQualified() &&
           !T.isConstQualified() &&
           (T->isScalarType() ||
            (T->isRecordType() &&
             T.isTriviallyCopyableType(V->getASTContext())));
  }

  /// Assignments from \p From on that end with a load or the other branch of
  /// its guard. What stands between them has nothing to do with the local.
  size_t countAssignments(size_t From) {
    size_t Count = 0;
    llvm::SmallVector<const Leaf *, 4> Seen;
    const Leaf *Load = nullptr;
    for (size_t I = From; I < Leaves.size(); ++I) {
      const Leaf &L = Leaves[I];
      const Expr *Value = assignedTo(V, L.S);
      if (!Value) {
        if (isNamedBy(L))
          break;
        continue;
      }
      if (!standsBesideDeclaration(L) || L.Opening || L.E.Writes.size() != 1 ||
          !L.E.isPure() || guardNames(L))
        break;
      bool Loads =
          isFetch(Value, Collector) && !Collector.collect(Value).readsVar(V);
      if (!Loads && !isThere(Value, Leaves, Collector))
        break;
      Seen.push_back(&L);
      if (!Loads && !(Load && isOtherBranch(*Load, L)))
        continue;
      if (Loads)
        Load = &L;
      Held.Assignments = Seen;
      Count = I + 1 - From;
    }
    return Count;
  }

  /// Under ifs alone, which every build sees whole.
  bool standsBesideDeclaration(const Leaf &L) const {
    llvm::ArrayRef<const Stmt *> Inner = L.Control,
                                 Outer = Held.Declaration->Control;
    if (Inner.take_front(Outer.size()) != Outer)
      return false;
    return llvm::all_of(Inner.drop_front(Outer.size()), [](const Stmt *S) {
      const auto *If = dyn_cast<IfStmt>(S);
      return If && !If->isConstexpr();
    });
  }

  /// \p Test holds for a header of an if or for around \p L.
  static bool anyHeader(const Leaf &L,
                        llvm::function_ref<bool(const Stmt *)> Test) {
    return llvm::any_of(L.Control, [&](const Stmt *C) {
      return llvm::any_of(headers(C), Test);
    });
  }

  bool guardNames(const Leaf &L) const {
    return anyHeader(L, [&](const Stmt *Header) { return names(Header, V); });
  }

  bool isNamedBy(const Leaf &L) const { return names(L.S, V) || guardNames(L); }

  static bool isOtherBranch(const Leaf &Load, const Leaf &L) {
    return !L.Control.empty() && isa<IfStmt>(L.Control.back()) &&
           llvm::is_contained(Load.Control, L.Control.back());
  }

  bool changedBy(const Leaf &L) const {
    return L.E.writesVar(V) || isChanged(L.S, V) ||
           anyHeader(L, [&](const Stmt *S) { return isChanged(S, V); });
  }

  const VarDecl *V;
  llvm::ArrayRef<Leaf> Leaves;
  EffectsCollector &Collector;
  HeldLocal Held;
};

} // namespace

const Expr *assignedTo(const VarDecl *V, const Stmt *S) {
  if (const auto *C = dyn_cast<ExprWithCleanups>(S))
    S = C->getSubExpr();
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return nullptr;
  auto [Target, Value] = assignmentSides(E);
  if (!Target || !isNamed(Target, V))
    return nullptr;
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  if (!C)
    return Value;
  const auto *Operator = dyn_cast_or_null<CXXMethodDecl>(C->getDirectCallee());
  return Operator && (Operator->isCopyAssignmentOperator() ||
                      Operator->isMoveAssignmentOperator())
             ? Value
             : nullptr;
}

std::optional<HeldLocal> findHeldLocal(const VarDecl *V,
                                       llvm::ArrayRef<Leaf> Leaves,
                                       EffectsCollector &Collector) {
  return Finder(V, Leaves, Collector).run();
}

} // namespace pipeline_rewrite
