//===- SameLoop.h - A pipeline by hand does what a plain loop does --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_SAMELOOP_H
#define PIPELINE_REWRITE_UNDO_SAMELOOP_H

#include "Chain/UnitResult.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"

namespace pipeline_rewrite::undo {

/// Proves that a loop that loads tiles ahead does what a plain one does, whose
/// loads the chain may move ahead of the computation before them.
///
/// Both are read as steps of a thread (LoopTrace.h). The plain loop's are the
/// loads of a tile, a barrier, its computation, a barrier. Then
///
/// - each step of the pipeline is a load of a tile, with the words that the
///   plain loop's has in that tile's iteration, or the next of the computation,
///   with the words that it has in this iteration: all of them, in their order;
/// - loops of 0 to 2 * buffers + 2 tiles, replayed as checkSchedule() does,
///   read each tile in the buffer that it was loaded into, after its barrier,
///   and overwrite none before its last reader's;
/// - both loops end after the same tile, and all else of the function, and of
///   the file, is the same.
///
/// A thread of the pipeline so computes the same values in the same order, if
/// the loads read what they read in the plain loop: that is the chain's answer.
/// Takes:    the pipeline and its unit, the plain loop and its unit, and what
///           its tiles became when the chain pipelined it: no less was proven.
/// Gives:    nothing if it is proven; else why not.
std::optional<std::string>
findOtherSteps(const KLoop &Pipeline, const SourceUnit &Is, const KLoop &Plain,
               const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made);

} // namespace pipeline_rewrite::undo
#endif
