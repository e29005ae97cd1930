//===- ScheduleInput.h - What a schedule is made from ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decisions of a plan and the layout of its loop, without text or trees.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_SCHEDULEINPUT_H
#define PIPELINE_REWRITE_SCHEDULE_SCHEDULEINPUT_H

#include "Options/Copies.h"
#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {

struct ScheduleInput {
  std::vector<BodyUnit> Units;
  unsigned FirstLoad = 0, LoadBarrier = 0, TrailingBarrier = 0;
  LoopHeader Header;
  bool InOuterLoop = false;
  /// What counts the copies is made in front of that one
  /// (Plan/Copies/CopyState.h).
  bool StateIsKept = false;

  unsigned Stages = 2;       ///< most buffers of a tile
  bool Copies = false;       ///< some tiles are copied asynchronously
  bool Stores = false;       ///< some tiles are stored from registers
  bool Fetches = false;      ///< values wait in registers, or tiles are stored
  bool TwoDistances = false; ///< what is stored is loaded one tile ahead
  CopyProtocol Protocol;     ///< of those copies
  bool Peel = false;
  bool PinFetches = false;

  /// The k-steps of a tile, an even number, if fragments are read ahead: those
  /// of statement number StepUnit. 0: they are not.
  unsigned StepsAhead = 0, StepUnit = 0;

  /// The source's loop stands in the other branch of a test.
  bool KeepSource = false;

  /// The load barrier orders more than the loads.
  bool KeepLoadBarrier = false;
  /// Something behind the loop relies on its last barrier.
  bool KeepTrailingBarrier = true;
  /// Waiting for copies orders all that the trailing barrier does.
  bool WaitIsBarrier = false;

  /// The trailing barrier stands before the loads.
  bool barrierOnTop() const { return TrailingBarrier < LoadBarrier; }
  /// It takes a vote, and stays there: it publishes the tile of its own
  /// iteration, and ends the use of the one before.
  bool voteOnTop() const {
    return barrierOnTop() && Units[TrailingBarrier].IsVote;
  }
  bool isPartitioned() const { return Copies && Protocol.OwnThreads; }
  /// Threads say when a buffer may be filled and that it was read.
  bool acquires() const { return Copies && Protocol.Acquires; }
  /// They say that their reads are done, and barriers the rest.
  bool fencesReads() const {
    return Copies && Protocol.FencesReads && !acquires();
  }
  /// A tile that a thread has waited for is there for all of them.
  bool waitsForBlock() const { return Copies && Protocol.WaitsForBlock; }
  /// Every thread says that it leaves what counts the copies.
  bool quits() const { return Copies && Protocol.Behind == CopyProtocol::Quit; }
  /// It is made anew for each run of the loop.
  bool isMadeAgain() const {
    return waitsForBlock() && InOuterLoop && !StateIsKept;
  }
  /// More buffers than the two of a tile that is read and one that is filled.
  bool isMultistage() const { return Stages > 2 && !isPartitioned(); }
};

} // namespace pipeline_rewrite
#endif
