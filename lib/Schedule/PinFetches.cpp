//===- PinFetches.cpp - Fetches stay before the computation ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

/// Behind all that is started of the stream that fetches.
static void pinIn(Steps &List) {
  StepPlace Holder = findHolder(List, StepKind::Issue, /*Stream=*/0);
  if (!Holder)
    return;
  if (Holder.Index + 1 < List.size() &&
      List[Holder.Index + 1].Kind == StepKind::Commit)
    ++Holder.Index;
  Holder.insertAfter(makeStep(StepKind::Pin));
}

void pinFetches(const ScheduleInput &In, LoopSchedule &S) {
  // A single stream that runs far ahead fetches nothing.
  if (!In.PinFetches || (In.isMultistage() && !In.TwoDistances))
    return;
  pinIn(loadPlace(S));
  if (!S.Epilogue.empty())
    pinIn(S.Epilogue.back().Inner);
}

} // namespace pipeline_rewrite
