//===- UndoLoop.h - A loop that is pipelined by hand, taken apart ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_UNDOLOOP_H
#define PIPELINE_REWRITE_UNDO_UNDOLOOP_H

#include "Emit/EditSet.h"
#include "Undo/HandLoop.h"

namespace pipeline_rewrite::undo {

struct UndoneLoop {
  HandLoop Loop;
  int Turns = 0; ///< tiles after which the choice of buffers comes again
  EditSet Edits;
};

/// Finds the schedule of a loop, and writes the loop without it.
///
/// Refuses: hand-loop, hand-statement, hand-variable, hand-barrier, hand-index,
///          hand-race, code-in-macro, conditional-compilation.
std::variant<UndoneLoop, Refusal> undoLoop(const KLoop &Loop,
                                           const SourceUnit &Unit);

/// In both loops each statement of the computation finds the same in the tiles,
/// for any number of tiles: the loads of the pipelined one are those of the
/// plain one with another counter, and which buffer is whose comes again.
/// Gives: why that is not so.
std::optional<Refusal> findDifference(const UndoneLoop &Undone,
                                      const KLoop &Plain,
                                      const SourceUnit &PlainUnit);

} // namespace pipeline_rewrite::undo
#endif
