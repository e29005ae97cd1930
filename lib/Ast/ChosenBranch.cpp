//===- ChosenBranch.cpp - The branch that an instance takes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/ChosenBranch.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// A statement does not know its context; a declaration that it names does.
static const ASTContext *contextOf(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return &Ref->getDecl()->getASTContext();
  if (const auto *Given = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
    return &Given->getAssociatedDecl()->getASTContext();
  for (const Stmt *Child : S->children())
    if (const ASTContext *Found = contextOf(Child))
      return Found;
  return nullptr;
}

std::optional<const Stmt *> chosenBranch(const IfStmt *If) {
  const Expr *Cond = If->getCond();
  if (!Cond || If->getInit() || If->getConditionVariable() ||
      Cond->isValueDependent() || Cond->isInstantiationDependent())
    return std::nullopt;
  const ASTContext *Context = contextOf(If);
  bool Holds = false;
  if (!Context || !Cond->EvaluateAsBooleanCondition(Holds, *Context) ||
      Cond->HasSideEffects(*Context))
    return std::nullopt;
  return Holds ? If->getThen() : If->getElse();
}

static const IfStmt *findIf(const Stmt *S, SourceLocation At) {
  return findBelow<IfStmt>(
      S, [&](const IfStmt *If) { return If->getIfLoc() == At; });
}

const IfStmt *asWritten(const IfStmt *If, const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? findIf(Pattern->getBody(), If->getIfLoc()) : If;
}

bool runsOnce(const Stmt *S) {
  const auto *Do = dyn_cast<DoStmt>(S);
  if (!Do)
    return false;
  const Expr *Cond = Do->getCond()->IgnoreParenCasts();
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(Cond))
    return !Bool->getValue();
  const auto *Number = dyn_cast<IntegerLiteral>(Cond);
  return Number && Number->getValue() == 0;
}

} // namespace pipeline_rewrite
