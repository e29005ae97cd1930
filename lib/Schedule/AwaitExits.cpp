//===- AwaitExits.cpp - Copies that a break leaves behind -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wait in front of the trailing barrier is for all copies but those of a
// multistage loop: a break in front of it leaves some in flight.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

/// Behind the copies of the next tile. A vote on top of the body comes, with
/// what stands between it and the loads, in front of them.
static bool isBeforeWait(const ScheduleInput &In, unsigned Unit) {
  if (In.voteOnTop())
    return Unit > In.LoadBarrier;
  return In.barrierOnTop() || Unit < In.TrailingBarrier;
}

static bool leavesCopies(const ScheduleInput &In) {
  if (!In.Copies)
    return false;
  for (unsigned I = 0; I < In.Units.size(); ++I)
    if (In.Units[I].MayExit && (In.isMultistage() || isBeforeWait(In, I)))
      return true;
  return false;
}

void awaitExits(const ScheduleInput &In, LoopSchedule &S) {
  if (!leavesCopies(In))
    return;
  S.Behind.push_back(makeStep(StepKind::Gap));
  S.Behind.push_back(makeNote(NoteKind::LeftBehind));
  S.Behind.push_back(makeWait(0));
}

} // namespace pipeline_rewrite
