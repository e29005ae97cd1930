//===- UndoLoop.h - A loop that is pipelined by hand, taken apart ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_UNDOLOOP_H
#define PIPELINE_REWRITE_UNDO_UNDOLOOP_H

#include "Emit/EditSet.h"
#include "Undo/TileRun.h"

namespace pipeline_rewrite::undo {

struct UndoneLoop {
  HandLoop Loop;
  int64_t Turns = 1; ///< tiles after which all comes again
  int64_t Most = 0;  ///< loops of more tiles do nothing that these do not
  EditSet Edits;
};

/// Finds which tile is where, and writes the loop without a pipeline.
///
/// Gives:   edits that nobody has proven: see findDifference().
/// Refuses: hand-loop, hand-statement, hand-variable, hand-barrier, hand-index,
///          hand-race, code-in-macro, conditional-compilation.
std::variant<UndoneLoop, Refusal> undoLoop(const KLoop &Loop,
                                           const SourceUnit &Unit);

/// The kernel with the plain loop names the same outside of its loads, and each
/// statement of the computation finds the same in its tiles, for any number of
/// tiles.
/// Gives: why that is not so.
std::optional<Refusal> findDifference(const UndoneLoop &Undone,
                                      const KLoop &Plain,
                                      const SourceUnit &PlainUnit);

/// The edits. \p Tile: which one \p Stores load, in the order in which they
/// store.
std::variant<EditSet, Refusal> plainText(const HandLoop &L, int64_t Tile,
                                         llvm::ArrayRef<Loaded> Stores);

} // namespace pipeline_rewrite::undo
#endif
