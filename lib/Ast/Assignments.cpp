//===- Assignments.cpp - What an expression assigns to --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/MemberCopies.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool Assignment::copiesBytes() const {
  return isPlain() && (!By || By->isTrivial() || copiesEveryMember(By));
}

std::optional<Assignment> builtinAssignment(const Stmt *S) {
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(S)) {
    if (!U->isIncrementDecrementOp())
      return std::nullopt;
    return Assignment{U->getSubExpr(), nullptr,
                      U->isIncrementOp() ? BO_Add : BO_Sub, U->getType(),
                      nullptr};
  }
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  if (!B || !B->isAssignmentOp())
    return std::nullopt;
  Assignment A{B->getLHS(), B->getRHS(), std::nullopt, QualType(), nullptr};
  if (const auto *C = dyn_cast<CompoundAssignOperator>(B)) {
    A.Operator = BinaryOperator::getOpForCompoundAssignment(C->getOpcode());
    A.ComputedIn = C->getComputationResultType();
  }
  return A;
}

std::optional<Assignment> anyAssignment(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  if (!Call)
    return builtinAssignment(S);
  const FunctionDecl *By = Call->getDirectCallee();
  if (!By || !Call->isAssignmentOp() || Call->getNumArgs() != 2)
    return std::nullopt;
  Assignment A{Call->getArg(0), Call->getArg(1), std::nullopt, QualType(), By};
  if (Call->getOperator() != OO_Equal)
    A.Operator = BinaryOperator::getOpForCompoundAssignment(
        BinaryOperator::getOverloadedOpcode(Call->getOperator()));
  return A;
}

bool isAssignmentFunction(const FunctionDecl *F) {
  return F->getOverloadedOperator() == OO_Equal;
}

std::pair<const Expr *, const Expr *> assignmentSides(const Expr *E) {
  const auto A = anyAssignment(E);
  return A && A->isPlain() ? std::pair(A->Target, A->Value)
                           : std::pair<const Expr *, const Expr *>();
}

const Expr *changedBy(const Stmt *S) {
  const auto A = builtinAssignment(S);
  return A ? A->Target : nullptr;
}

bool isNamed(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref && Ref->getDecl() == V;
}

} // namespace pipeline_rewrite
