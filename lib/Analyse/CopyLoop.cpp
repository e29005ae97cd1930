//===- CopyLoop.cpp - Inner loops that copy a tile ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/CopyLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::optional<int64_t> constant(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult R;
  if (!E || E->isValueDependent() || !E->isCXX11ConstantExpr(Context) ||
      !E->EvaluateAsInt(R, Context))
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

/// `v += Step`, `++v`, `v++`, `v = v + Step`.
bool readStep(CopyLoop &C, const Expr *Inc) {
  if (!Inc)
    return false;
  Inc = Inc->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Inc))
    return U->isIncrementOp() && variableOf(U->getSubExpr()) == C.Var;
  const auto *B = dyn_cast<BinaryOperator>(Inc);
  if (!B || variableOf(B->getLHS()) != C.Var)
    return false;
  if (B->getOpcode() == BO_AddAssign) {
    C.Step = B->getRHS();
    return true;
  }
  const auto *Sum =
      dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  if (B->getOpcode() != BO_Assign || !Sum || Sum->getOpcode() != BO_Add ||
      variableOf(Sum->getLHS()) != C.Var)
    return false;
  C.Step = Sum->getRHS();
  return true;
}

/// `v < Bound`, `v <= Bound`, `v + Slack <= Bound`.
bool readBound(CopyLoop &C, const Expr *Cond) {
  const auto *B =
      Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
  if (!B || (B->getOpcode() != BO_LT && B->getOpcode() != BO_LE))
    return false;
  C.Inclusive = B->getOpcode() == BO_LE;
  C.Bound = B->getRHS();
  if (variableOf(B->getLHS()) == C.Var)
    return true;
  const auto *Sum =
      dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add ||
      variableOf(Sum->getLHS()) != C.Var || !C.Inclusive)
    return false;
  C.Slack = Sum->getRHS();
  return true;
}

} // namespace

CopyLoop describeCopyLoop(const ForStmt *For, const ASTContext &Context) {
  CopyLoop C;
  C.Loop = For;
  const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
  if (!Init || !Init->isSingleDecl())
    return C;
  C.Var = dyn_cast<VarDecl>(Init->getSingleDecl());
  if (!C.Var || !C.Var->getType()->isIntegerType() || !C.Var->getInit() ||
      !readStep(C, For->getInc()) || !readBound(C, For->getCond()))
    return C;
  C.Start = C.Var->getInit();
  auto Start = constant(C.Start, Context), Bound = constant(C.Bound, Context);
  auto Step = C.Step ? constant(C.Step, Context) : 1;
  auto Slack = C.Slack ? constant(C.Slack, Context) : 0;
  if (!Start || !Bound || !Step || !Slack || *Step <= 0 ||
      (C.Slack && *Slack != *Step))
    return C;
  if (*Start == 0)
    C.Start = nullptr;
  int64_t Span = *Bound - *Slack - *Start + (C.Inclusive ? 1 : 0);
  if (Span > 0)
    C.Trips = (Span + *Step - 1) / *Step;
  return C;
}

} // namespace pipeline_rewrite
