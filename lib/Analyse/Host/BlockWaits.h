//===- BlockWaits.h - Does a block wait for another one? ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BLOCKWAITS_H
#define PIPELINE_REWRITE_ANALYSE_BLOCKWAITS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

namespace pipeline_rewrite {

/// The loop in which a block waits for what another one does, as in a barrier
/// of the grid by hand; nullptr if there is none. It hangs where the other one
/// gets no room on the GPU.
///
/// Takes: \p Functions: all that a kernel runs.
/// Gives: a loop, or what does the same, that may end only when memory changes
///        which other blocks see: what such memory holds decides, by whatever
///        variables, whether it ends. Reads that nothing orders count where
///        nothing else decides. A loop that takes a ticket in each iteration,
///        or stores what it has computed from what it saw, ends by itself.
const clang::Stmt *
findWaitForBlock(llvm::ArrayRef<const clang::FunctionDecl *> Functions);

/// The same of \p Code, in the function \p In, and all that it calls.
const clang::Stmt *findWaitForBlock(const clang::Stmt *Code,
                                    const clang::FunctionDecl *In);

} // namespace pipeline_rewrite
#endif
