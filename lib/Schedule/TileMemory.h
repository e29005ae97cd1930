//===- TileMemory.h - The shared memory of a loop's tiles -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: what Replay fills and reads. A tile is its number. The
// copied and the stored tiles of a stream are two lanes, each with the stream's
// buffers.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_TILEMEMORY_H
#define PIPELINE_REWRITE_SCHEDULE_TILEMEMORY_H

#include "Schedule/LoopSchedule.h"
#include <deque>

namespace pipeline_rewrite {

/// What one buffer of a lane holds.
struct LaneBuffer {
  enum StateOf {
    Empty,
    InFlight, ///< being copied
    Private,  ///< of each thread the part that it copied or stored
    Shared    ///< seen by all threads
  };
  StateOf State = Empty;
  unsigned Tile = 0;
  bool ReadSinceBarrier = false;
  bool ReadSinceFence = false; ///< where a copy may overtake reads
  bool UsedBefore = false;     ///< in front of the loop, with no barrier since
};

/// The shared memory of a loop's tiles, and what is under way to it.
class TileMemory {
public:
  /// \p UsedBefore: what stands before the loop may have read the buffers.
  /// \p Fenced: a barrier ends the reads that a fence stands behind, alone.
  TileMemory(const LoopSchedule &S, bool UsedBefore, bool Fenced);

  /// A copy starts, or a store is done. Gives what is wrong; else "".
  std::string fill(unsigned Stream, bool Copied, unsigned Buffer,
                   unsigned Tile);
  std::string read(unsigned Stream, unsigned Buffer, unsigned Tile);
  void barrier();
  void fence();
  void commit() { Groups.push_back(std::move(Open)), Open.clear(); }
  /// Until at most \p Prior groups are in flight. \p Publish: for all threads.
  void wait(size_t Prior, bool Publish);
  size_t groups() const { return Groups.size(); }
  /// All threads have read this tile of the streams that are copied.
  void allHaveRead(unsigned Tile);
  /// Copies were started that belong to no group yet.
  bool isAnyOpen() const { return !Open.empty(); }
  bool isAnyInFlight() const;
  bool isAnyReadSinceBarrier() const;

private:
  std::vector<LaneBuffer> &lane(unsigned Stream, bool Copied) {
    return Lanes[2 * Stream + Copied];
  }
  const LoopSchedule &S;
  const bool Fenced;
  std::vector<std::vector<LaneBuffer>> Lanes;
  std::vector<LaneBuffer *> Open;
  std::deque<std::vector<LaneBuffer *>> Groups;
};

} // namespace pipeline_rewrite
#endif
