//===- Operand.h - Expressions as operands of new text --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_OPERAND_H
#define PIPELINE_REWRITE_EMIT_OPERAND_H

#include "clang/AST/Expr.h"
#include <string>

namespace pipeline_rewrite {

/// What new text is put around an expression, by how much of it that takes.
enum class Binding {
  Unary,     ///< behind a prefix operator: `&x`
  Assignment ///< an argument, an initialiser or the right side of `=`: what no
             ///< comma divides
};

/// \p Text, the words of \p E, in parentheses if the place binds tighter than
/// the operator that \p E is made of. What the text expands to does not matter:
/// the tree is that of the expansion.
std::string operand(const clang::Expr *E, Binding Place, llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
