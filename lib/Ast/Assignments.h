//===- Assignments.h - What an expression assigns to ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_AST_ASSIGNMENTS_H
#define PIPELINE_REWRITE_AST_ASSIGNMENTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <utility>

namespace pipeline_rewrite {

/// Left and right side of an assignment, built in or by an operator=; nothing
/// for other expressions.
std::pair<const clang::Expr *, const clang::Expr *>
assignmentSides(const clang::Expr *E);

/// What `a = b`, `a += b`, `++a` or `a--` of the language itself changes;
/// nullptr for all else.
const clang::Expr *changedBy(const clang::Stmt *S);

/// \p E is \p V by its name.
bool isNamed(const clang::Expr *E, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
