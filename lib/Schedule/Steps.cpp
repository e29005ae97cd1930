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

static void set(Step &) {}

template <typename Field, typename Value, typename... More>
static void set(Step &S, Field Step::*Of, Value To, More... Others) {
  S.*Of = std::move(To);
  set(S, std::move(Others)...);
}

/// A step with these fields: a member and its value, in turn.
template <typename... Fields> static Step make(StepKind Kind, Fields... Of) {
  Step S = makeStep(Kind);
  set(S, std::move(Of)...);
  return S;
}

Step makeLoad(StepKind Kind, unsigned Stream, Slot Into) {
  return make(Kind, &Step::Stream, Stream, &Step::Into, Into);
}

Step makeBarrier(unsigned Unit, bool Moved) {
  return make(StepKind::Barrier, &Step::Unit, Unit, &Step::Moved, Moved);
}

Step makeWait(unsigned Prior) {
  return make(StepKind::Wait, &Step::Prior, Prior);
}

Step makeAdvance(unsigned Stream, bool Increment) {
  return make(StepKind::Advance, &Step::Stream, Stream, &Step::Updates, true,
              &Step::Increment, Increment);
}

Step makeNext(CounterId Of) { return make(StepKind::Next, &Step::Of, Of); }

Step makeAsk(Condition::KindOf Flag, Condition If) {
  return make(StepKind::Ask, &Step::Flag, Flag, &Step::If, If);
}

Step makeNote(NoteKind Says) { return make(StepKind::Note, &Step::Says, Says); }

Step makeAddress(Slot Of) { return make(StepKind::Address, &Step::Into, Of); }

Step makeBlock(StepKind Kind, Steps Inner) {
  return make(Kind, &Step::Inner, std::move(Inner));
}

Step makeIf(Condition If, Steps Inner) {
  return make(StepKind::If, &Step::If, If, &Step::Inner, std::move(Inner));
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

const Step *findStep(const Steps &List, StepTest Test) {
  for (const Step &Each : List) {
    if (Test(Each))
      return &Each;
    if (const Step *Found = findStep(Each.Inner, Test))
      return Found;
  }
  return nullptr;
}

/// Steps in the order in which they run, blocks opened.
static void flatten(const Steps &List, std::vector<const Step *> &Out) {
  for (const Step &Each : List) {
    Out.push_back(&Each);
    flatten(Each.Inner, Out);
  }
}

/// The buffers that it reads are those of the tile that is computed.
static bool readsTile(const Step &S) {
  return S.Kind == StepKind::Unit || S.Kind == StepKind::StepsButLast;
}

Slot slotBehind(const LoopSchedule &S, unsigned Stream) {
  std::vector<const Step *> Run;
  flatten(findStep(S.Epilogue, readsTile) ? S.Epilogue : S.Body, Run);
  Slot Last;
  bool HasMovedOn = false; // what follows in the body reads no tile
  for (const Step *Each : Run)
    if (readsTile(*Each) && Stream < Each->Reads.size() && !HasMovedOn) {
      Last = Each->Reads[Stream];
    } else if (Each->Kind == StepKind::Next && Last.Kind == Slot::Counted &&
               Each->Of == Last.Of) {
      Last.Value += S.modulusOf(Last.Of) - 1;
      HasMovedOn = true;
    }
  if (Last.Kind == Slot::Counted)
    Last.Value %= S.modulusOf(Last.Of);
  return Last;
}

/// Steps of a kind; those of a stream.
static auto is(StepKind Kind) {
  return [=](const Step &S) { return S.Kind == Kind; };
}

static auto is(StepKind Kind, unsigned Stream) {
  return [=](const Step &S) { return S.Kind == Kind && S.Stream == Stream; };
}

StepPlace findStep(Steps &List, StepKind Kind) {
  return findStep(List, is(Kind));
}

const Step *findStep(const Steps &List, StepKind Kind) {
  return findStep(List, is(Kind));
}

StepPlace findLoad(Steps &List, StepKind Kind, unsigned Stream) {
  return findStep(List, is(Kind, Stream));
}

const Step *findLoad(const Steps &List, StepKind Kind, unsigned Stream) {
  return findStep(List, is(Kind, Stream));
}

bool holds(const Step &S, StepTest Test) {
  return Test(S) || findStep(S.Inner, Test);
}

StepPlace findHolder(Steps &List, StepTest Test) {
  auto Found =
      llvm::find_if(List, [&](const Step &S) { return holds(S, Test); });
  if (Found == List.end())
    return {};
  return {&List, size_t(Found - List.begin())};
}

StepPlace findHolder(Steps &List, StepKind Kind) {
  return findHolder(List, is(Kind));
}

StepPlace findHolder(Steps &List, StepKind Kind, unsigned Stream) {
  return findHolder(List, is(Kind, Stream));
}

StepPlace findBarrier(Steps &List, unsigned Unit) {
  return findStep(List, [&](const Step &S) {
    return S.Kind == StepKind::Barrier && S.Unit == Unit;
  });
}

Step closingBarrier(const ScheduleInput &In) {
  const unsigned Unit = In.voteOnTop() ? In.LoadBarrier : In.TrailingBarrier;
  return makeBarrier(Unit, /*Moved=*/true);
}

StepPlace findClosing(Steps &Body, const ScheduleInput &In) {
  return In.voteOnTop() ? lastBarrier(Body)
                        : findBarrier(Body, In.TrailingBarrier);
}

StepPlace lastBarrier(Steps &List) {
  for (size_t I = List.size(); I-- > 0;)
    if (List[I].Kind == StepKind::Barrier)
      return {&List, I};
  return {};
}

Steps &loadPlace(LoopSchedule &S) {
  StepPlace Found = findStep(S.Body, StepKind::InPlaceOf);
  assert(Found && "the loads have no place in the body");
  return Found->Inner;
}

Steps &firstTile(LoopSchedule &S) {
  return S.Header.TestFirst ? S.Prologue.back().Inner : S.Prologue;
}

} // namespace pipeline_rewrite
