//===- Timeline.h - A schedule's run over time ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread loads and computes between two barriers, for pictures of a
// loop. It is what checkSchedule() sees of a run, so that no picture has an
// order of its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_TIMELINE_H
#define PIPELINE_REWRITE_SCHEDULE_TIMELINE_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// Something that a thread does with one tile, or where it is.
struct Moment {
  enum KindOf {
    Load,    ///< copies start, or values are fetched
    Store,   ///< values are stored to the buffer
    Compute, ///< the tile is read
    // Without a tile:
    Barrier, ///< all threads meet, or a tile is there for all of them
    Loop,    ///< the loop begins
    Epilogue ///< what follows the loop begins
  };
  KindOf Kind = Load;
  unsigned Tile = 0;
  unsigned Stream = 0;
  /// Of the stream; of what is fetched into registers the one that it is stored
  /// to.
  unsigned Buffer = 0;

  bool operator==(const Moment &O) const {
    return Kind == O.Kind && Tile == O.Tile && Stream == O.Stream &&
           Buffer == O.Buffer;
  }
};

/// What lies between two barriers that have something between them.
struct TimelineSpan {
  Moment::KindOf In = Moment::Load; ///< Load: the prologue; Loop; Epilogue
  std::vector<Moment> Of;           ///< in a thread's order
  bool EndsInBarrier = false;       ///< else the loop begins or ends there

  bool has(Moment::KindOf Kind) const;
};

struct Timeline {
  unsigned Tiles = 0; ///< of the loop that is shown
  std::vector<LoadStream> Streams;
  std::vector<TimelineSpan> Spans;
};

/// Runs the loop for \p Tiles tiles, or for as many as show how its buffers
/// take turns. Requires: checkSchedule() finds nothing.
Timeline timelineOf(const LoopSchedule &S, const ScheduleInput &In,
                    std::optional<unsigned> Tiles = std::nullopt);

/// "prologue: load 0>0 store 0>0 | loop: ..." A number, `>` and the buffer;
/// of a loop with several streams, `stream.` before the buffer.
void print(llvm::raw_ostream &OS, const Timeline &Of);

} // namespace pipeline_rewrite
#endif
