//===- VariableUse.h - What code does with one variable -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_VARIABLEUSE_H
#define PIPELINE_REWRITE_ANALYSE_VARIABLEUSE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <utility>

namespace pipeline_rewrite {

/// Left and right side of an assignment, built in or by an operator=; nothing
/// for other expressions.
std::pair<const clang::Expr *, const clang::Expr *>
assignmentSides(const clang::Expr *E);

/// \p E is \p V by its name.
bool isNamed(const clang::Expr *E, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
