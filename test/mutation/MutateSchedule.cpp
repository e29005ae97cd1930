//===- MutateSchedule.cpp - Mistakes of order and of buffers --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of pipeline-rewrite-mutants alone: each mistake is an edit of a schedule
// that was right.
//===----------------------------------------------------------------------===//
#include "Mutation.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

using Edit = llvm::function_ref<void(Step &)>;

void forEach(Steps &List, Edit Do) {
  for (Step &Each : List) {
    Do(Each);
    forEach(Each.Inner, Do);
  }
}

void drop(Steps &List, StepTest Test) {
  llvm::erase_if(List, Test);
  for (Step &Each : List)
    drop(Each.Inner, Test);
}

void drop(Steps &List, StepKind Kind) {
  drop(List, [&](const Step &Each) { return Each.Kind == Kind; });
}

bool isBarrierOf(const LoopSchedule &S, const Step &Each,
                 BodyUnit::KindOf Kind) {
  return Each.Kind == StepKind::Barrier && S.Units[Each.Unit].Kind == Kind;
}

void dropBarrier(LoopSchedule &S, Steps &List, BodyUnit::KindOf Kind) {
  drop(List, [&](const Step &Each) { return isBarrierOf(S, Each, Kind); });
}

StepPlace lastBarrier(LoopSchedule &S) {
  return findStep(S.Body, [&](const Step &Each) {
    return isBarrierOf(S, Each, BodyUnit::TrailingBarrier);
  });
}

bool isLoad(const Step &Each) {
  return llvm::is_contained({StepKind::Load, StepKind::Issue, StepKind::Store},
                            Each.Kind);
}

void shift(const LoopSchedule &S, Slot &Of) {
  if (Of.Kind == Slot::Constant)
    ++Of.Value;
  if (Of.Kind == Slot::Counted)
    Of.Value = (Of.Value + S.modulusOf(Of.Of) - 1) % S.modulusOf(Of.Of);
}

void readOther(LoopSchedule &S) {
  for (Steps *List : {&S.Body, &S.Epilogue})
    forEach(*List, [&](Step &Each) {
      for (Slot &Of : Each.Reads)
        shift(S, Of);
    });
}

void fillOther(LoopSchedule &S, Steps &List) {
  forEach(List, [&](Step &Each) {
    if (isLoad(Each))
      shift(S, Each.Into);
  });
}

/// Takes the guard off what is done of a tile.
void unguard(Steps &List, StepKind Kind) {
  forEach(List, [&](Step &Each) {
    if (Each.Kind == StepKind::If &&
        llvm::any_of(Each.Inner, [&](auto &In) { return In.Kind == Kind; }))
      Each.If = {Condition::Always, 0};
  });
}

void swapAroundBarrier(LoopSchedule &S) {
  StepPlace Barrier = lastBarrier(S);
  auto Stays = [](const Step &Each) {
    return llvm::is_contained(
        {StepKind::Unit, StepKind::InPlaceOf, StepKind::Barrier}, Each.Kind);
  };
  Steps &Body = S.Body;
  size_t Begin = Barrier.Index, End = Barrier.Index + 1;
  while (Begin > 0 && !Stays(Body[Begin - 1]))
    --Begin;
  while (End < Body.size() && !Stays(Body[End]))
    ++End;
  Steps Before(Body.begin() + Begin, Body.begin() + Barrier.Index),
      After(Body.begin() + Barrier.Index + 1, Body.begin() + End), All = After;
  All.push_back(*Barrier);
  llvm::append_range(All, Before);
  llvm::move(All, Body.begin() + Begin);
}

void waitBehindBarrier(LoopSchedule &S) {
  Step Wait = findStep(S.Body, StepKind::Wait).take();
  lastBarrier(S).insertAfter(std::move(Wait));
}

void commitIfCopied(LoopSchedule &S) {
  Steps &Place = loadPlace(S);
  Step Commit = findStep(Place, StepKind::Commit).take();
  findStep(Place, StepKind::Issue).insertAfter(Commit);
  drop(S.Body, StepKind::Wait);
  Place.push_back(makeWait(1));
  Step Barrier = *lastBarrier(S);
  Barrier.Moved = true;
  Place.push_back(std::move(Barrier));
}

void storeBeforeCompute(LoopSchedule &S) {
  if (S.stages() > 1)
    return;
  StepPlace Store = findHolder(
      S.Body, [](const Step &Each) { return Each.Kind == StepKind::Store; });
  loadPlace(S).push_back(*Store);
}

void advanceTwice(Steps &List) {
  for (size_t I = 0; I < List.size(); ++I) {
    advanceTwice(List[I].Inner);
    if (List[I].Kind != StepKind::Advance)
      continue;
    Step Again = List[I];
    Again.Increment = false;
    List.insert(List.begin() + ++I, std::move(Again));
  }
}

void mutateBarriers(LoopSchedule &S) {
  if (mutated(Mutation::DropPrologueBarrier))
    dropBarrier(S, S.Prologue, BodyUnit::LoadBarrier);
  if (mutated(Mutation::DropLoopBarrier))
    dropBarrier(S, S.Body, BodyUnit::TrailingBarrier);
  if (mutated(Mutation::DropStoreBarrier) && S.stages() == 1)
    dropBarrier(S, S.Body, BodyUnit::LoadBarrier);
  if (mutated(Mutation::SwapAroundBarrier))
    swapAroundBarrier(S);
  if (mutated(Mutation::VoteLost))
    drop(S.Epilogue, [&](const Step &Each) {
      return Each.Kind == StepKind::Barrier && S.Units[Each.Unit].IsVote;
    });
  if (mutated(Mutation::BlockBarrierBehind))
    drop(S.Behind, StepKind::Barrier);
  if (mutated(Mutation::StateRefilled))
    dropBarrier(S, S.Epilogue, BodyUnit::TrailingBarrier);
}

void mutateBuffers(LoopSchedule &S) {
  if (mutated(Mutation::ComputeParity))
    readOther(S);
  if (mutated(Mutation::StoreParity) || mutated(Mutation::RingOneBehind))
    fillOther(S, S.Body);
  if (mutated(Mutation::PrologueParity))
    fillOther(S, S.Prologue);
  if (mutated(Mutation::NoFlip))
    for (StepKind Kind : {StepKind::Next, StepKind::Follow})
      drop(S.Body, Kind);
  if (mutated(Mutation::ParityStays))
    for (Steps *List : {&S.Body, &S.Epilogue})
      drop(*List, [](const Step &Each) {
        return Each.Kind == StepKind::Next && Each.Of == CounterId::Parity;
      });
}

void mutateTiles(LoopSchedule &S) {
  if (mutated(Mutation::SkipEpilogue))
    S.Epilogue.clear();
  if (mutated(Mutation::LastTileTwice) && !S.Epilogue.empty()) {
    Steps &Inner = S.Epilogue.back().Inner, Again = Inner;
    llvm::append_range(Inner, Again);
  }
  if (mutated(Mutation::EpilogueUnguarded) && !S.Epilogue.empty())
    S.Epilogue.back().If = {Condition::Always, 0};
  if (mutated(Mutation::PrologueUnguarded))
    unguard(S.Prologue, StepKind::Load);
  if (mutated(Mutation::IssueUnguarded))
    unguard(S.Body, StepKind::Issue);
  if (mutated(Mutation::StoreUnguarded))
    unguard(S.Body, StepKind::Store);
  if (mutated(Mutation::LiveOutLost))
    drop(S.Epilogue, StepKind::AdvanceCompute);
  auto Shorten = [](Steps &List, StepKind Kind) {
    if (StepPlace Loop = findStep(List, Kind))
      Loop->Prior = 1;
  };
  if (mutated(Mutation::RingUnderfilled))
    Shorten(S.Prologue, StepKind::FillLoop);
  if (mutated(Mutation::DrainShort))
    Shorten(S.Epilogue, StepKind::DrainLoop);
}

void mutateCopies(LoopSchedule &S) {
  auto IsLate = [](Steps &List) {
    if (StepPlace Wait = findStep(List, StepKind::Wait))
      ++Wait->Prior;
  };
  if (mutated(Mutation::MissingWait))
    drop(S.Body, StepKind::Wait);
  if (mutated(Mutation::MissingPrologueWait))
    drop(S.Prologue, StepKind::Wait);
  if (mutated(Mutation::LateWait))
    IsLate(S.Body);
  if (mutated(Mutation::LatePrologueWait))
    IsLate(S.Prologue);
  if (mutated(Mutation::WaitBehindBarrier))
    waitBehindBarrier(S);
  if (mutated(Mutation::MissingCommit))
    drop(S.Body, StepKind::Commit);
  if (mutated(Mutation::MissingPrologueCommit))
    drop(S.Prologue, StepKind::Commit);
  if (mutated(Mutation::DrainUncommitted))
    drop(S.Epilogue, StepKind::Commit);
  if (mutated(Mutation::ConditionalCommit))
    commitIfCopied(S);
  if (mutated(Mutation::BlockReentry))
    S.Behind.clear();
  if (mutated(Mutation::ProducersStay))
    drop(S.Producers, StepKind::Return);
  if (mutated(Mutation::ExitUnawaited))
    drop(S.Behind, StepKind::Wait);
}

void forAll(LoopSchedule &S, llvm::function_ref<void(Steps &)> Do) {
  for (Steps *List :
       {&S.Producers, &S.Prologue, &S.Body, &S.Epilogue, &S.Behind})
    Do(*List);
}

/// A tile is released as soon as it is there.
void releaseEarly(Steps &List) {
  for (size_t I = 0; I < List.size(); ++I) {
    releaseEarly(List[I].Inner);
    if (List[I].Kind == StepKind::Wait)
      List.insert(List.begin() + ++I, makeStep(StepKind::Release));
  }
}

void mutatePipelines(LoopSchedule &S) {
  forAll(S, [](Steps &List) {
    if (mutated(Mutation::PipelineWait))
      forEach(List,
              [](Step &Each) { Each.Prior += Each.Kind == StepKind::Wait; });
    if (mutated(Mutation::PipelineCommit))
      forEach(List, [](Step &Each) {
        if (Each.Kind == StepKind::Commit)
          Each.Kind = StepKind::Acquire;
      });
    if (mutated(Mutation::BlockWaitMissing))
      drop(List, StepKind::Wait);
    if (mutated(Mutation::BlockAcquireMissing))
      drop(List, StepKind::Acquire);
    if (mutated(Mutation::BlockReleaseEarly)) {
      drop(List, StepKind::Release);
      releaseEarly(List);
    }
  });
}

/// The next tile's first fragments in front of the wait for it.
void readEarly(LoopSchedule &S) {
  Step First = findHolder(S.Body, StepKind::FirstFragments).take();
  findStep(S.Body, StepKind::Wait).insertBefore(std::move(First));
}

void mutateFragments(LoopSchedule &S) {
  if (!findStep(S.Body, StepKind::FirstFragments))
    return;
  if (mutated(Mutation::FragmentsEarly))
    readEarly(S);
  if (mutated(Mutation::FragmentsUnguarded))
    unguard(S.Body, StepKind::FirstFragments);
  if (mutated(Mutation::FragmentsMissing))
    drop(S.Prologue, StepKind::FirstFragments);
  if (mutated(Mutation::StepLost))
    drop(S.Body, StepKind::LastStep);
  if (mutated(Mutation::TilesUncounted))
    drop(S.Body, StepKind::Drop);
}

void mutateOnce(LoopSchedule &S) {
  if (S.Streams.front().Distance > 0)
    return;
  if (mutated(Mutation::OnceWaitMissing))
    drop(S.Body, StepKind::Wait);
  if (mutated(Mutation::OnceWaitBehind))
    S.Body.push_back(findStep(S.Body, StepKind::Wait).take());
}

/// What belongs before the loop stays in its body.
void mutateDeclarations(LoopSchedule &S) {
  if (mutated(Mutation::DeclarationNotHoisted))
    for (BodyUnit &U : S.Units)
      if (U.Kind == BodyUnit::Declaration) {
        U.Kind = BodyUnit::Compute;
        U.Added = true;
      }
}

void mutateLoads(LoopSchedule &S) {
  if (mutated(Mutation::StoreBeforeCompute))
    storeBeforeCompute(S);
  for (Steps *List : {&S.Producers, &S.Prologue, &S.Body, &S.Epilogue}) {
    if (mutated(Mutation::AdvanceTwice))
      advanceTwice(*List);
    forEach(*List, [](Step &Each) {
      if (mutated(Mutation::AdvanceMissing))
        Each.Updates = false;
      if (mutated(Mutation::IncrementMissing))
        Each.Increment = false;
    });
  }
}

} // namespace

void mutate(LoopSchedule &S) {
  mutateBarriers(S);
  mutateBuffers(S);
  mutateTiles(S);
  mutateCopies(S);
  mutatePipelines(S);
  mutateFragments(S);
  mutateOnce(S);
  mutateDeclarations(S);
  mutateLoads(S);
}

} // namespace pipeline_rewrite
