//===- ReplayState.h - What a run of Replay knows -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: what the steps do to tiles, copies and fragments.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_REPLAYSTATE_H
#define PIPELINE_REWRITE_SCHEDULE_REPLAYSTATE_H

#include "Schedule/LoopSchedule.h"
#include "Schedule/ScheduleInput.h"
#include <deque>
#include <optional>
#include <string>

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

/// The shared memory of a loop's tiles, and what is under way to it. A tile is
/// its number. The copied and the stored tiles of a stream are two lanes, each
/// with the stream's buffers.
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

/// Tiles that were acquired, committed, waited for and released. Each function
/// but the questions gives what is wrong; else "".
class CopyProgress {
public:
  CopyProgress(const ScheduleInput &In, unsigned Stages, TileMemory &Memory)
      : In(In), Stages(Stages), Memory(Memory) {}

  std::string acquire();
  std::string commit();
  std::string wait(const Step &Each);
  std::string release();
  std::string finish() const;

  /// A buffer is free.
  bool mayAcquire() const { return Acquired < Released + Stages; }
  /// A copy may start: a buffer is acquired and not committed.
  bool mayCopy() const { return !In.acquires() || Acquired != Committed; }
  bool isReleased(unsigned Tile) const {
    return In.acquires() && Released > Tile;
  }

private:
  const ScheduleInput &In;
  const unsigned Stages;
  TileMemory &Memory;
  unsigned Acquired = 0, Committed = 0, Waited = 0, Released = 0;
};

/// Which tile's fragments a thread holds: two sets of registers, which the
/// k-steps of a tile use in turn. Each function gives what is wrong; else "".
class FragmentSets {
public:
  /// \p Steps: of a tile.
  explicit FragmentSets(unsigned Steps) : Steps(Steps) {}

  /// Those of the first step, into the first set: the last step has the second,
  /// if the number of steps is even.
  std::string readFirst(unsigned Tile);
  std::string computeButLast(unsigned Tile);
  std::string computeLast(unsigned Tile);
  std::string finish() const;

private:
  const unsigned Steps;
  /// The tile whose first step, and the one whose last step, can be computed
  /// with the fragments held.
  std::optional<unsigned> First, Last;
};

} // namespace pipeline_rewrite
#endif
