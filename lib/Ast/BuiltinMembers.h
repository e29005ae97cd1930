//===- BuiltinMembers.h - threadIdx.x and its like ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_AST_BUILTINMEMBERS_H
#define PIPELINE_REWRITE_AST_BUILTINMEMBERS_H

#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

/// \p E is `threadIdx.x`, or another \p Member of another \p Object of CUDA's.
bool isBuiltinMember(const clang::Expr *E, llvm::StringRef Object,
                     llvm::StringRef Member);

} // namespace pipeline_rewrite
#endif
