//===- VariableUse.h - What code does with one variable -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_VARIABLEUSE_H
#define PIPELINE_REWRITE_ANALYSE_VARIABLEUSE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

/// \p E is \p V by its name.
bool isNamed(const clang::Expr *E, const clang::VarDecl *V);

/// \p S does more with \p V than read its value, a member's or a copy: it may
/// change it, now or later. What initialises \p V does not count.
bool mayChange(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
