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

/// Another instance, or another value of a constant, may have another statement
/// in place of \p Barrier.
bool isChosenBarrier(const clang::Stmt *Barrier);

/// A barrier of the loop that may be another statement in another instance;
/// nullptr if there is none.
const clang::Stmt *findChosenBarrier(const LoopAnalysis &A);

/// Refuses: instances-differ, where the barriers are not spelled alike or the
/// other branch is more than a barrier of fewer threads.
std::optional<Refusal> findUnlikeBarriers(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
