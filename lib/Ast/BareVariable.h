//===- BareVariable.h - Variables declared without a value ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_BAREVARIABLE_H
#define PIPELINE_REWRITE_AST_BAREVARIABLE_H

#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

/// \p V is declared without a value, or with that of a constructor that does
/// nothing.
bool isBareVariable(const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
