//===- WrittenTypes.h - Where the type of an expression is written --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   __device__ REAL at(const T *p, int i);
//   Row[i] = (const V *)A[i] + at(B, i);       // V, REAL
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_WRITTENTYPES_H
#define PIPELINE_REWRITE_ANALYSE_WRITTENTYPES_H

#include "Analyse/Builds/BuildConditions.h"
#include "clang/AST/TypeLoc.h"

namespace pipeline_rewrite {

/// One of the types that an expression's is made of.
struct WrittenType {
  /// Of the value, or of pointers to it; null where the function has no words
  /// for it.
  clang::TypeLoc Words;
  std::optional<std::string> By; ///< another build's is another, because of it
};

/// The types that the type of \p E, in \p Function, is made of: in casts, and
/// where what is read or called is declared.
llvm::SmallVector<WrittenType, 4>
writtenTypes(const clang::Expr *E, const clang::FunctionDecl *Function,
             const OtherBuilds &Builds);

} // namespace pipeline_rewrite
#endif
