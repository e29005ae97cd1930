//===- Replay.h - One thread's run through a schedule ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: what checkSchedule() and timelineOf() run. A tile is its
// number. The copied and the stored tiles of a stream are two lanes, each with
// the stream's buffers.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_REPLAY_H
#define PIPELINE_REWRITE_SCHEDULE_REPLAY_H

#include "Schedule/Timeline.h"
#include <deque>
#include <map>

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
  bool UsedBefore = false; ///< in front of the loop, with no barrier since
};

/// The shared memory of a loop's tiles, and what is under way to it.
class TileMemory {
public:
  /// \p UsedBefore: what stands before the loop may have read the buffers.
  TileMemory(const LoopSchedule &S, bool UsedBefore);

  /// A copy starts, or a store is done. Gives what is wrong; else "".
  std::string fill(unsigned Stream, bool Copied, unsigned Buffer,
                   unsigned Tile);
  std::string read(unsigned Stream, unsigned Buffer, unsigned Tile);
  void barrier();
  void commit() { Groups.push_back(std::move(Open)), Open.clear(); }
  /// Until at most \p Prior groups are in flight. \p Publish: for all threads.
  void wait(size_t Prior, bool Publish);
  size_t groups() const { return Groups.size(); }
  /// All threads have read this tile of the streams that are copied.
  void allHaveRead(unsigned Tile);
  bool isAnyInFlight() const;
  bool isAnyReadSinceBarrier() const;

private:
  std::vector<LaneBuffer> &lane(unsigned Stream, bool Copied) {
    return Lanes[2 * Stream + Copied];
  }
  const LoopSchedule &S;
  std::vector<std::vector<LaneBuffer>> Lanes;
  std::vector<LaneBuffer *> Open;
  std::deque<std::vector<LaneBuffer *>> Groups;
};

/// A statement of the computation, of one tile, in the order of the source.
struct Event {
  unsigned Tile = 0, Unit = 0;
  bool BarrierBefore = false; ///< one stands between it and the event before
  /// Not between the barriers around the tiles' use, and has nothing that they
  /// order.
  bool IsLoose = false;
};

class Replay {
public:
  /// \p Seen: gets what happens, if it is given.
  Replay(const LoopSchedule &S, const ScheduleInput &In, unsigned Tiles,
         std::vector<Moment> *Seen = nullptr);

  /// Leaves the loop behind a unit of a tile, if they are given.
  /// Gives: what is wrong; else "".
  std::string run(std::optional<Event> Exit = std::nullopt);

private:
  enum class Flow { On, Left, Returned };
  struct Thread {
    std::map<CounterId, unsigned> Counters;
    std::map<Condition::KindOf, bool> Flags;
    /// How often a stream's statements, and its increment, have run.
    struct Progress {
      unsigned Updates = 0, Increments = 0;
    };
    std::vector<Progress> Streams;
    bool IsProducer = false;
  };

  void expectEvents();
  void runLoop();
  void runSteps(const std::vector<Step> &Steps);
  void runStep(const Step &Each);
  void runBlock(const Step &Each);
  void runProducer();
  void runUnit(const Step &Each);
  void readFirstFragments(const Step &Each);
  void runStepsButLast(const Step &Each);
  void runLastStep(const Step &Each);
  void noteReads(const Step &Each, unsigned Tile);
  void readBuffers(const Step &Each, unsigned Tile);
  /// That is computed now.
  unsigned tileNow() const;
  void happens(unsigned Unit);
  void load(const Step &Each);
  void store(const Step &Each);
  void acquire();
  void commit();
  void release();
  void wait(const Step &Each);
  void barrier(const Step &Each);
  void next(CounterId Id);
  void finish();
  void note(Moment M) {
    if (Seen)
      Seen->push_back(M);
  }

  bool holds(const Condition &If);
  /// The tile that a stream's variables stand at.
  unsigned tileOf(unsigned Stream);
  unsigned bufferOf(const Slot &Of, unsigned Stream);
  bool isAboveBarriers(unsigned Unit) const;
  bool readsTiles(unsigned Unit) const;
  bool isInSteps(unsigned Unit) const;
  void wrong(std::string What);
  bool stopped() const { return !Problem.empty() || Where != Flow::On; }

  const LoopSchedule &S;
  const ScheduleInput &In;
  const unsigned Tiles;
  std::vector<Moment> *const Seen;
  TileMemory Memory;
  Thread Main, Producer, *Now = &Main;
  std::vector<Event> Expected;
  size_t Happened = 0;
  std::optional<Event> Exit;
  unsigned ComputeIncrements = 0;
  unsigned Acquired = 0, Committed = 0, Waited = 0, Released = 0;
  bool BarrierSinceEvent = true, HasQuit = false, BarrierSinceQuit = false;
  std::vector<std::optional<unsigned>> Registers; ///< by stream
  std::vector<std::vector<unsigned>> TimesLoaded; ///< by stream and tile
  /// Tiles of which the first fragments were read; the one whose first step,
  /// and the one whose last step, can be computed with the fragments held.
  unsigned FirstRead = 0;
  std::optional<unsigned> FirstStep, LastStep;
  Flow Where = Flow::On;
  std::string Problem;
};

} // namespace pipeline_rewrite
#endif
