//===- Loops.cpp - Loops and labels of the language -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Loops.h"
#include "Ast/Below.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool isLoopStatement(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

const Stmt *loopBody(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getBody();
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Do->getBody();
  const auto *Range = dyn_cast<CXXForRangeStmt>(S);
  return Range ? Range->getBody() : nullptr;
}

const Expr *loopCondition(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S))
    return For->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return While->getCond();
  const auto *Do = dyn_cast<DoStmt>(S);
  return Do ? Do->getCond() : nullptr;
}

const Stmt *findWayOut(const Stmt *S, bool ContinueStays, bool BreakStays) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S) ||
      (isa<ContinueStmt>(S) && !ContinueStays) ||
      (isa<BreakStmt>(S) && !BreakStays))
    return S;
  ContinueStays |= isLoopStatement(S);
  BreakStays |= isLoopStatement(S) || isa<SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findWayOut(Child, ContinueStays, BreakStays))
      return Found;
  return nullptr;
}

const Stmt *findLabel(const Stmt *S) {
  return findBelow<LabelStmt>(S, [](const LabelStmt *) { return true; });
}

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
