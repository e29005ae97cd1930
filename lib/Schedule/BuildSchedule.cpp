//===- BuildSchedule.cpp - Decisions to a schedule ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/BuildSchedule.h"
#include "Schedule/Passes.h"

namespace pipeline_rewrite {

LoopSchedule buildSchedule(const ScheduleInput &In) {
  LoopSchedule S;
  sourceOrder(In, S);
  // Makes prologue and body of the one list that there is.
  shiftLoads(In, S);
  // Takes the guards out of a body that is whole.
  peelTail(In, S);
  // Once every load has its place. In the body the wait may take the place of a
  // barrier, which therefore is still there.
  sayCopies(In, S);
  // Behind waits: a barrier publishes what a thread has waited for.
  placeBarriers(In, S);
  // Behind barriers, which the first fragments of a tile follow.
  readFragmentsAhead(In, S);
  awaitExits(In, S);
  // Takes prologue and issue out of the body again, with all that was said.
  partitionThreads(In, S);
  pinFetches(In, S);
  // Last: no pass need look through what is written for readers.
  annotate(In, S);
  return S;
}

} // namespace pipeline_rewrite
