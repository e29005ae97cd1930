//===- RepeatedCalls.h - Functions that a thread runs more than once ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_REPEATEDCALLS_H
#define PIPELINE_REWRITE_ANALYSE_REPEATEDCALLS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"

namespace pipeline_rewrite {

/// No kernel runs \p F twice: it is a kernel, or all calls are in view and no
/// two of them, nor two rounds of a loop, are of one kernel.
bool isRunOnce(const clang::FunctionDecl *F);

/// Parameters of \p F that not every call is seen to give the same value in a
/// thread: made of constants and of the thread's and the block's numbers, by
/// the same operations.
llvm::SmallVector<const clang::ParmVarDecl *, 4>
findVaryingParameters(const clang::FunctionDecl *F);

} // namespace pipeline_rewrite
#endif
