//===- Operand.cpp - Expressions as operands of new text ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/Operand.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The expression as it is written, without what clang puts around it.
const Expr *asWritten(const Expr *E) {
  while (true) {
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1 && !isa<CXXTemporaryObjectExpr>(C))
      E = C->getArg(0);
    else
      return E;
  }
}

bool isComma(const Expr *E) {
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Comma;
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  return C && C->getOperator() == OO_Comma;
}

/// A user's operator between two operands.
bool isInfix(const Expr *E) {
  const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
  return C && C->isInfixBinaryOp();
}

} // namespace

std::string operand(const Expr *E, Binding Place, llvm::StringRef Text) {
  E = asWritten(E);
  const bool Loose =
      Place == Binding::Assignment
          ? isComma(E)
          : isa<BinaryOperator, AbstractConditionalOperator>(E) || isInfix(E);
  return Loose ? ("(" + Text + ")").str() : Text.str();
}

} // namespace pipeline_rewrite
