//===- VariableUse.cpp - What code does with one variable -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/VariableUse.h"
#include "Ast/VariableUses.h"
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

bool isNamed(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref && Ref->getDecl() == V;
}

} // namespace pipeline_rewrite
