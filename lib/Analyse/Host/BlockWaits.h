//===- BlockWaits.h - Does a block wait for another one? ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BLOCKWAITS_H
#define PIPELINE_REWRITE_ANALYSE_BLOCKWAITS_H

#include "clang/AST/Decl.h"
#include <vector>

namespace pipeline_rewrite {

/// The loop in which a block waits for what another one does, as in a barrier
/// of the grid by hand; nullptr if there is none. It hangs where the other one
/// gets no room on the GPU.
///
/// Takes: \p Functions: all that a kernel runs.
/// Gives: a loop that may end only when memory changes which other blocks see:
///        it reads such memory, and nothing that decides when it ends moves on
///        by itself.
const clang::Stmt *
findWaitForBlock(const std::vector<const clang::FunctionDecl *> &Functions);

} // namespace pipeline_rewrite
#endif
