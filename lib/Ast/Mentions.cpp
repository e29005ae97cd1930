//===- Mentions.cpp - Where a variable is named ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// In the functions and default initialisers of a local class.
static const DeclRefExpr *findInClass(const CXXRecordDecl *Class,
                                      const VarDecl *V, const Stmt *Without,
                                      MentionTest Test) {
  for (const Decl *D : Class->decls()) {
    const Stmt *Code = nullptr;
    if (const auto *Method = dyn_cast<CXXMethodDecl>(D))
      Code = Method->getBody();
    else if (const auto *Field = dyn_cast<FieldDecl>(D))
      Code = Field->getInClassInitializer();
    if (const DeclRefExpr *Ref = findMention(Code, V, Without, Test))
      return Ref;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(D))
      for (const CXXCtorInitializer *I : Constructor->inits())
        if (const DeclRefExpr *Ref =
                findMention(I->getInit(), V, Without, Test))
          return Ref;
    if (const auto *Inner = dyn_cast<CXXRecordDecl>(D))
      if (const DeclRefExpr *Ref = findInClass(Inner, V, Without, Test))
        return Ref;
  }
  return nullptr;
}

static const DeclRefExpr *findInClasses(const Stmt *S, const VarDecl *V,
                                        const Stmt *Without, MentionTest Test) {
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
        if (const DeclRefExpr *Ref = findInClass(Class, V, Without, Test))
          return Ref;
  return nullptr;
}

const DeclRefExpr *findMentionInClass(const Stmt *S, const VarDecl *V) {
  if (!S)
    return nullptr;
  const auto Any = [](const DeclRefExpr *) { return true; };
  if (const DeclRefExpr *Ref = findInClasses(S, V, nullptr, Any))
    return Ref;
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Ref = findMentionInClass(Child, V))
      return Ref;
  return nullptr;
}

const DeclRefExpr *findMention(const Stmt *S, const VarDecl *V,
                               const Stmt *Without, MentionTest Test) {
  if (!S || S == Without)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V && Test(Ref) ? Ref : nullptr;
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    return findMention(D->getExpr(), V, Without, Test);
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    return findMention(D->getExpr(), V, Without, Test);
  if (const DeclRefExpr *Ref = findInClasses(S, V, Without, Test))
    return Ref;
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Ref = findMention(Child, V, Without, Test))
      return Ref;
  return nullptr;
}

} // namespace pipeline_rewrite
