//===- Mentions.cpp - Where a variable is named ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

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
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Ref = findMention(Child, V, Without, Test))
      return Ref;
  return nullptr;
}

} // namespace pipeline_rewrite
