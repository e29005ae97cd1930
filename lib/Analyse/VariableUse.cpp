//===- VariableUse.cpp - What code does with one variable -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/VariableUse.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// \p E, without the members that are selected from it.
const Expr *objectOf(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return E;
    E = Member->getBase()->IgnoreParens();
  }
  return E;
}

/// The value of \p V is all that \p S takes.
bool takesValue(const Stmt *S, const VarDecl *V) {
  if (const auto *C = dyn_cast<CastExpr>(S))
    return C->getCastKind() == CK_LValueToRValue &&
           isNamed(objectOf(C->getSubExpr()), V);
  const auto *C = dyn_cast<CXXConstructExpr>(S);
  return C && C->getNumArgs() == 1 &&
         C->getConstructor()->isCopyOrMoveConstructor() &&
         isNamed(objectOf(C->getArg(0)->IgnoreImpCasts()), V);
}

} // namespace

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

bool mayChange(const Stmt *S, const VarDecl *V) {
  if (!S || takesValue(S, V))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V;
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(S);
      C && C->getOperator() == OO_Equal && C->getNumArgs() == 2 &&
      isNamed(C->getArg(1)->IgnoreImpCasts(), V))
    return mayChange(C->getArg(0), V);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return mayChange(Lambda->getBody(), V); // not for being captured
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mayChange(Child, V); });
}

} // namespace pipeline_rewrite
