//===- PartitionThreads.cpp - Threads that only copy ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loads become a loop of their own, for the threads that the launches give
// besides. The pipeline alone says when a tile is there, or may be overwritten.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

void partitionThreads(const ScheduleInput &In, LoopSchedule &S) {
  if (!In.isPartitioned())
    return;
  const Slot Filled{Slot::Counted, CounterId::Read, 0};
  // The header of the loop moves on what its increment does.
  Step Loop = makeBlock(
      StepKind::SourceLoop,
      {makeStep(StepKind::Acquire),
       makeBlock(StepKind::Scope, {makeLoad(StepKind::Issue, 0, Filled)}),
       makeStep(StepKind::Commit), makeAdvance(0, /*Increment=*/false),
       makeNext(CounterId::Read)});
  S.Producers = {makeIf({Condition::Producer, 0},
                        {std::move(Loop), makeStep(StepKind::Return)})};
  S.Streams.front().Distance = 0; // of its own loop
  S.Prologue.clear();
  S.Header.Init = LoopHeader::Stays;
  findHolder(S.Body, StepKind::InPlaceOf).take();
}

} // namespace pipeline_rewrite
