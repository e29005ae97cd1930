//===- OnceBlock.cpp - do { … } while (0) is a block ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/OnceBlock.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// `0` or `false` as it is written: a name may be another in other instances.
static bool isWrittenFalse(const Expr *E) {
  while (isa<ParenExpr, ImplicitCastExpr>(E))
    E = isa<ParenExpr>(E) ? cast<ParenExpr>(E)->getSubExpr()
                          : cast<ImplicitCastExpr>(E)->getSubExpr();
  if (const auto *Number = dyn_cast<IntegerLiteral>(E))
    return Number->getValue().isZero();
  const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(E);
  return Bool && !Bool->getValue();
}

const CompoundStmt *onceBlock(const Stmt *S) {
  const auto *Do = dyn_cast_or_null<DoStmt>(S);
  return Do && isWrittenFalse(Do->getCond())
             ? dyn_cast<CompoundStmt>(Do->getBody())
             : nullptr;
}

} // namespace pipeline_rewrite
