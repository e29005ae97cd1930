//===- LoopSchedule.cpp - What a schedule has -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {

static unsigned count(const LoopSchedule &S, const std::vector<Step> &List,
                      bool InConditions, bool Waits) {
  unsigned Count = 0;
  for (const Step &Each : List) {
    Count += (Each.Kind == StepKind::Barrier) ||
             (Each.Kind == StepKind::Wait && Waits) ||
             (Each.Kind == StepKind::Unit && S.Units[Each.Unit].IsBarrier);
    if (Each.Kind != StepKind::If || InConditions)
      Count += count(S, Each.Inner, InConditions, Waits);
  }
  return Count;
}

unsigned countBarriers(const LoopSchedule &S, bool InConditions, bool Waits) {
  return count(S, S.Body, InConditions, Waits);
}

unsigned LoopSchedule::modulusOf(CounterId Id) const {
  for (const Counter &C : Counters)
    if (C.Id == Id)
      return C.Modulus;
  return 0;
}

Slot LoopSchedule::firstSlot(unsigned Stream) const {
  if (Streams[Stream].Buffers == 1)
    return {};
  return {Slot::Constant, CounterId::Read, 0};
}

unsigned LoopSchedule::stages() const {
  unsigned Most = 1;
  for (const LoadStream &S : Streams)
    Most = std::max(Most, S.Buffers);
  return Most;
}

} // namespace pipeline_rewrite
