//===- Steps.h - Making and finding steps ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the passes, for tests, and for who asks what a schedule has.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_STEPS_H
#define PIPELINE_REWRITE_SCHEDULE_STEPS_H

#include "Schedule/ScheduleInput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pipeline_rewrite {

using Steps = std::vector<Step>;

Step makeStep(StepKind Kind);
Step makeLoad(StepKind Kind, unsigned Stream, Slot Into);
Step makeBarrier(unsigned Unit, bool Moved);
Step makeWait(unsigned Prior);
/// The statements of a stream's step, and with \p Increment that of the header.
Step makeAdvance(unsigned Stream, bool Increment);
Step makeNext(CounterId Of);
Step makeAsk(Condition::KindOf Flag, Condition If);
Step makeNote(NoteKind Says);
Step makeAddress(Slot Of);
Step makeBlock(StepKind Kind, Steps Inner);
Step makeIf(Condition If, Steps Inner);

/// A step in the list that holds it.
struct StepPlace {
  Steps *List = nullptr;
  size_t Index = 0;

  explicit operator bool() const { return List; }
  Step &operator*() const { return (*List)[Index]; }
  Step *operator->() const { return &(*List)[Index]; }
  void insertBefore(Step S) const {
    List->insert(List->begin() + Index, std::move(S));
  }
  void insertAfter(Step S) const {
    List->insert(List->begin() + Index + 1, std::move(S));
  }
  /// Takes the step out.
  Step take() const {
    Step S = std::move((*List)[Index]);
    List->erase(List->begin() + Index);
    return S;
  }
};

using StepTest = llvm::function_ref<bool(const Step &)>;

/// The first step of \p List, or of its blocks, for which \p Test holds.
StepPlace findStep(Steps &List, StepTest Test);
StepPlace findStep(Steps &List, StepKind Kind);
const Step *findStep(const Steps &List, StepTest Test);
const Step *findStep(const Steps &List, StepKind Kind);
/// The same of a load, issue or store of one stream.
StepPlace findLoad(Steps &List, StepKind Kind, unsigned Stream);
const Step *findLoad(const Steps &List, StepKind Kind, unsigned Stream);
bool holds(const Step &S, StepTest Test);
/// The step of \p List itself that is, or holds, such a step.
StepPlace findHolder(Steps &List, StepTest Test);
StepPlace findHolder(Steps &List, StepKind Kind);
StepPlace findHolder(Steps &List, StepKind Kind, unsigned Stream);
/// The body's step number \p Unit that is a barrier; none if it has gone.
StepPlace findBarrier(Steps &List, unsigned Unit);
/// The barrier that ends an iteration, where the source has none there.
Step closingBarrier(const ScheduleInput &In);
/// That barrier, or the source's own, in the body.
StepPlace findClosing(Steps &Body, const ScheduleInput &In);
/// The last barrier of \p List itself.
StepPlace lastBarrier(Steps &List);
/// What stands where the loads stood.
Steps &loadPlace(LoopSchedule &S);
/// What the prologue does of the first tile, under a condition or not. Before
/// annotate().
Steps &firstTile(LoopSchedule &S);

} // namespace pipeline_rewrite
#endif
