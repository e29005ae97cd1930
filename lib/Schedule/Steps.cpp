//===- Steps.cpp - Making and finding steps -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Steps.h"

namespace pipeline_rewrite {

Step makeStep(StepKind Kind) {
  Step S;
  S.Kind = Kind;
  return S;
}

Step makeLoad(StepKind Kind, unsigned Stream, Slot Into) {
  Step S = makeStep(Kind);
  S.Stream = Stream;
  S.Into = Into;
  return S;
}

Step makeBarrier(unsigned Unit, bool Moved) {
  Step S = makeStep(StepKind::Barrier);
  S.Unit = Unit;
  S.Moved = Moved;
  return S;
}

Step makeWait(unsigned Prior) {
  Step S = makeStep(StepKind::Wait);
  S.Prior = Prior;
  return S;
}

Step makeAdvance(unsigned Stream, bool Increment) {
  Step S = makeStep(StepKind::Advance);
  S.Stream = Stream;
  S.Updates = true;
  S.Increment = Increment;
  return S;
}

Step makeNext(CounterId Of) {
  Step S = makeStep(StepKind::Next);
  S.Of = Of;
  return S;
}

Step makeAsk(Condition::KindOf Flag, Condition If) {
  Step S = makeStep(StepKind::Ask);
  S.Flag = Flag;
  S.If = If;
  return S;
}

Step makeNote(NoteKind Says) {
  Step S = makeStep(StepKind::Note);
  S.Says = Says;
  return S;
}

Step makeBlock(StepKind Kind, Steps Inner) {
  Step S = makeStep(Kind);
  S.Inner = std::move(Inner);
  return S;
}

Step makeIf(Condition If, Steps Inner) {
  Step S = makeBlock(StepKind::If, std::move(Inner));
  S.If = If;
  return S;
}

StepPlace findStep(Steps &List, StepTest Test) {
  for (size_t I = 0; I < List.size(); ++I) {
    if (Test(List[I]))
      return {&List, I};
    if (StepPlace Found = findStep(List[I].Inner, Test))
      return Found;
  }
  return {};
}

StepPlace findStep(Steps &List, StepKind Kind) {
  return findStep(List, [&](const Step &S) { return S.Kind == Kind; });
}

StepPlace findLoad(Steps &List, StepKind Kind, unsigned Stream) {
  return findStep(List, [&](const Step &S) {
    return S.Kind == Kind && S.Stream == Stream;
  });
}

bool holds(const Step &S, StepTest Test) {
  return Test(S) || llvm::any_of(S.Inner, [&](const Step &Inner) {
           return holds(Inner, Test);
         });
}

StepPlace findHolder(Steps &List, StepTest Test) {
  for (size_t I = 0; I < List.size(); ++I)
    if (holds(List[I], Test))
      return {&List, I};
  return {};
}

StepPlace findBarrier(Steps &List, unsigned Unit) {
  return findStep(List, [&](const Step &S) {
    return S.Kind == StepKind::Barrier && S.Unit == Unit;
  });
}

Steps &loadPlace(LoopSchedule &S) {
  StepPlace Found = findStep(S.Body, StepKind::InPlaceOf);
  assert(Found && "the loads have no place in the body");
  return Found->Inner;
}

} // namespace pipeline_rewrite
