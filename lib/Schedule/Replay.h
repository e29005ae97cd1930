//===- Replay.h - One thread's run through a schedule ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule: what checkSchedule() and timelineOf() run. It goes
// through the steps; what they do to tiles, copies, fragments and the
// computation is asked of a part for each.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_REPLAY_H
#define PIPELINE_REWRITE_SCHEDULE_REPLAY_H

#include "Schedule/ComputeOrder.h"
#include "Schedule/ReplayState.h"
#include "Schedule/Timeline.h"
#include <map>

namespace pipeline_rewrite {

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
  void happens(unsigned Unit);
  void load(const Step &Each);
  void store(const Step &Each);
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
  /// Keeps what is wrong first, unless it is "".
  void wrong(std::string What);
  bool stopped() const { return !Problem.empty() || Where != Flow::On; }

  const LoopSchedule &S;
  const ScheduleInput &In;
  const unsigned Tiles;
  std::vector<Moment> *const Seen;
  TileMemory Memory;
  CopyProgress Copies;
  ComputeOrder Computation;
  FragmentSets Fragments;
  unsigned FragmentsRead = 0; ///< tiles of which the first ones were read
  Thread Main, Producer, *Now = &Main;
  std::optional<Event> Exit;
  unsigned ComputeIncrements = 0;
  bool HasQuit = false, BarrierSinceQuit = false;
  std::vector<std::optional<unsigned>> Registers; ///< by stream
  std::vector<std::vector<unsigned>> TimesLoaded; ///< by stream and tile
  Flow Where = Flow::On;
  std::string Problem;
};

} // namespace pipeline_rewrite
#endif
