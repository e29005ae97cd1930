//===- Parts.h - Statements and what is in them ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PARTS_H
#define PIPELINE_REWRITE_UNDO_PARTS_H

#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite::undo {

/// Everything of a kind below \p S.
template <typename Kind, typename Do>
void forEach(const clang::Stmt *S, Do Give) {
  if (!S)
    return;
  if (const auto *K = llvm::dyn_cast<Kind>(S))
    Give(K);
  for (const clang::Stmt *Child : S->children())
    forEach<Kind>(Child, Give);
}

inline const clang::VarDecl *variableIn(const clang::Stmt *S) {
  const auto *E = llvm::dyn_cast_or_null<clang::Expr>(S);
  const auto *Name =
      E ? llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenImpCasts())
        : nullptr;
  return Name ? llvm::dyn_cast<clang::VarDecl>(Name->getDecl()) : nullptr;
}

inline bool isShared(const clang::VarDecl *V) {
  return V->hasAttr<clang::CUDASharedAttr>();
}

} // namespace pipeline_rewrite::undo
#endif
