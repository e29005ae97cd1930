//===- BarrierChoice.h - Barriers that an instance chooses ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if constexpr (Threads == 32) __syncwarp(); else __syncthreads();
//
// Only the branch that is taken counts. The text is that of all instances,
// some of which no one has judged. They are right as long as all barriers of
// the loop are spelled alike: whatever one means to an instance, the others
// mean it as well, and the rewritten loop has it where the threads of the
// judged ones meet.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BARRIERCHOICE_H
#define PIPELINE_REWRITE_ANALYSE_BARRIERCHOICE_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// `__syncwarp()` of the whole warp or `__syncthreads()`, of the toolkit.
bool isToolkitBarrier(const clang::Stmt *S);

/// Another instance, or another value of a constant, may have another statement
/// in place of \p Barrier, which stands in \p In.
bool isChosenBarrier(const clang::Stmt *Barrier, const clang::FunctionDecl *In);

/// A barrier of the loop that may be another statement in another instance;
/// nullptr if there is none.
const clang::Stmt *findChosenBarrier(const LoopAnalysis &A);

/// Refuses: instances-differ, where the barriers are not spelled alike, a name
/// in them is declared in the loop, or they are anything but an `if` with
/// `__syncwarp();` or nothing in its other branch, and function templates that
/// are one.
std::optional<Refusal> findUnlikeBarriers(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
