//===- Assignments.cpp - What an expression assigns to --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
std::pair<const Expr *, const Expr *> assignmentSides(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Assign)
    return {B->getLHS(), B->getRHS()};
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && O->getOperator() == OO_Equal && O->getNumArgs() == 2)
    return {O->getArg(0), O->getArg(1)};
  return {nullptr, nullptr};
}

const Expr *changedBy(const Stmt *S) {
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp() ? B->getLHS() : nullptr;
  const auto *U = dyn_cast<UnaryOperator>(S);
  return U && U->isIncrementDecrementOp() ? U->getSubExpr() : nullptr;
}

bool isNamed(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref && Ref->getDecl() == V;
}

} // namespace pipeline_rewrite
