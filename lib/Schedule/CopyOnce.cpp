//===- CopyOnce.cpp - The schedule of tiles that are loaded once ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/BuildSchedule.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

LoopSchedule copyOnceSchedule() {
  LoopSchedule S;
  BodyUnit Load, Barrier;
  Load.Kind = BodyUnit::Load;
  Barrier.Kind = BodyUnit::LoadBarrier;
  Barrier.IsBarrier = true;
  S.Units = {Load, Barrier};
  S.Streams = {{/*Copies=*/true, /*Stores=*/false, /*Distance=*/0,
                /*Buffers=*/1}};
  S.Body = {makeLoad(StepKind::Issue, 0, Slot()), makeStep(StepKind::Commit),
            makeWait(0), makeBarrier(1, /*Moved=*/false)};
  return S;
}

} // namespace pipeline_rewrite
