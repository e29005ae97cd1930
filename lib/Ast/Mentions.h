//===- Mentions.h - Where a variable is named -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether or not its value is used: `sizeof(v)` names v, and a call names what
// its default arguments do.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_MENTIONS_H
#define PIPELINE_REWRITE_AST_MENTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pipeline_rewrite {

using MentionTest = llvm::function_ref<bool(const clang::DeclRefExpr *)>;

/// The first name of \p V below \p S, which may be nullptr, but not below \p
/// Without, that passes \p Test; nullptr if there is none. The name may stand
/// elsewhere: in a default argument, the initialiser of a member, or a function
/// of a local class.
const clang::DeclRefExpr *findMention(
    const clang::Stmt *S, const clang::VarDecl *V,
    const clang::Stmt *Without = nullptr,
    MentionTest Test = [](const clang::DeclRefExpr *) { return true; });

/// One in a class that is declared below \p S. Who runs that, its place does
/// not say.
const clang::DeclRefExpr *findMentionInClass(const clang::Stmt *S,
                                             const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
