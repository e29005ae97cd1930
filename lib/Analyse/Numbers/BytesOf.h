//===- BytesOf.h - Which bytes of a variable an expression means ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BYTESOF_H
#define PIPELINE_REWRITE_ANALYSE_BYTESOF_H

#include "Analyse/Numbers/CopyLoop.h"
#include "llvm/ADT/SmallVector.h"

namespace pipeline_rewrite {

/// What an lvalue means of a variable: `v`, `v[i].x`, `*(float4 *)&v[4]`.
struct BytesOf {
  uint64_t Begin = 0, Size = 0;
  bool Exact = true; ///< false: some of these bytes, unknown which
  /// Expressions that were evaluated on the way.
  llvm::SmallVector<const clang::Expr *, 4> Indices;
};

/// nullopt if \p E is no part of \p V, or may leave it, or is volatile.
/// \p Known: values of variables at this moment.
std::optional<BytesOf> bytesOf(const clang::Expr *E, const clang::VarDecl *V,
                               KnownValues Known);

/// Who assigns such an object writes each of its bytes.
bool hasNoPadding(clang::QualType T, const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
