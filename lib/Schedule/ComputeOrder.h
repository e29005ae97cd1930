//===- ComputeOrder.h - The computation as the source does it -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: what Replay compares the statements of a run with.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_COMPUTEORDER_H
#define PIPELINE_REWRITE_SCHEDULE_COMPUTEORDER_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// A statement of the computation, of one tile, in the order of the source.
struct Event {
  unsigned Tile = 0, Unit = 0;
  bool BarrierBefore = false; ///< one stands between it and the event before
  /// Not between the barriers around the tiles' use, and has nothing that they
  /// order.
  bool IsLoose = false;
};

/// Which statements run, in which order, and how far a run has come.
class ComputeOrder {
public:
  ComputeOrder(const ScheduleInput &In, unsigned Tiles);

  /// That is computed now; behind the last one, their number.
  unsigned tile() const { return isDone() ? Tiles : Expected[Happened].Tile; }
  bool isNext(unsigned Unit) const {
    return !isDone() && Expected[Happened].Unit == Unit;
  }
  bool isDone() const { return Happened == Expected.size(); }

  /// The next statement runs. Gives: what is wrong; else "".
  std::string run(unsigned Unit);
  void barrier() { BarrierSince = true; }

  /// Statement number \p Unit stands where the tiles are read.
  bool readsTiles(unsigned Unit) const;

private:
  bool isAboveBarriers(unsigned Unit) const;
  bool isInSteps(unsigned Unit) const;
  bool isLoose(unsigned Unit) const;

  const ScheduleInput &In;
  const unsigned Tiles;
  std::vector<Event> Expected;
  size_t Happened = 0;
  bool BarrierSince = true; ///< since the statement before
};

} // namespace pipeline_rewrite
#endif
