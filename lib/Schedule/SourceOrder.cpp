//===- SourceOrder.cpp - The loop as the source has it --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier on top of the body belongs to the end of the iteration before: it
// moves there, and the first tile finds one in front of the loop. One that
// takes a vote stays: the load barrier, which is a plain one, is done at these
// places.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

static Step stepOf(const ScheduleInput &In, unsigned I) {
  const BodyUnit &U = In.Units[I];
  if (U.Kind != BodyUnit::Compute)
    return makeBarrier(I, /*Moved=*/U.Added);
  Step S = makeStep(StepKind::Unit);
  S.Unit = I;
  return S;
}

static Step placeOfLoads(unsigned FirstLoad) {
  Step Place = makeBlock(StepKind::InPlaceOf,
                         {makeLoad(StepKind::Load, /*Stream=*/0, Slot())});
  Place.Unit = FirstLoad;
  return Place;
}

void sourceOrder(const ScheduleInput &In, LoopSchedule &S) {
  S.KeepsSource = In.KeepSource;
  S.Units = In.Units;
  S.Header = In.Header;
  for (unsigned I = 0; I < In.Units.size(); ++I) {
    const BodyUnit::KindOf Kind = In.Units[I].Kind;
    if (I == In.FirstLoad)
      S.Body.push_back(placeOfLoads(I));
    if (Kind == BodyUnit::Load || Kind == BodyUnit::Declaration ||
        (Kind == BodyUnit::TrailingBarrier && In.barrierOnTop() &&
         !In.voteOnTop()))
      continue;
    S.Body.push_back(stepOf(In, I));
  }
  if (In.barrierOnTop()) {
    S.Prologue.push_back(closingBarrier(In));
    S.Body.push_back(closingBarrier(In));
  }
}

} // namespace pipeline_rewrite
