//===- ReadFragmentsAhead.cpp - Fragments a k-step ahead ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   loop:                         loop:
//     issue                         issue
//     all k-steps of the tile       all but the last, each behind the reads of
//                                     the next one's fragments
//     wait, barrier, next           wait, barrier, next
//                                   fragments of the next tile's first step
//                                   the last step
//
// The barrier stands behind the last reads of its tile, as it did, and in front
// of the first reads of the next.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class FragmentsAhead {
public:
  FragmentsAhead(const ScheduleInput &In, LoopSchedule &S) : In(In), S(S) {}

  void run() {
    if (!In.Peel)
      In.isMultistage() ? countHeld() : askForNext();
    firstTile(S).push_back(firstFragments());
    split(S.Body);
    readNext(S.Body, bodyHasNext());
    if (In.Peel)
      split(S.Epilogue.back().Inner);
    if (In.Peel && In.isMultistage())
      readNext(S.Epilogue.back().Inner, {Condition::MoreHeld, 0});
  }

private:
  /// A loop that is asked for tiles to load has a next one in any case.
  Condition bodyHasNext() const {
    return {In.Peel             ? Condition::Always
            : In.isMultistage() ? Condition::MoreHeld
                                : Condition::HasNext,
            0};
  }

  Step firstFragments() const {
    Step First = makeStep(StepKind::FirstFragments);
    First.Unit = In.StepUnit;
    for (unsigned I = 0; I < S.Streams.size(); ++I)
      First.Reads.push_back({Slot::Counted, CounterId::Read, 0});
    return First;
  }

  /// Behind the barrier, where the buffers are the next tile's.
  size_t behindCounters(Steps &List) const {
    size_t At = findBarrier(List, In.TrailingBarrier).Index + 1;
    while (
        At < List.size() &&
        llvm::is_contained({StepKind::Follow, StepKind::Next}, List[At].Kind))
      ++At;
    return At;
  }

  /// The last step stands behind all others.
  void split(Steps &List) const {
    StepPlace Unit = findStep(List, [&](const Step &Each) {
      return Each.Kind == StepKind::Unit && Each.Unit == In.StepUnit;
    });
    Unit->Kind = StepKind::StepsButLast;
    Step Last = makeStep(StepKind::LastStep);
    Last.Unit = In.StepUnit;
    Unit.insertAfter(std::move(Last));
  }

  /// The last step goes behind the first fragments of the next tile.
  void readNext(Steps &List, Condition Exists) const {
    StepPlace Place = findStep(List, StepKind::LastStep);
    const size_t Begin = Place.Index;
    Steps Next = {firstFragments(), Place.take()};
    if (Exists.Kind != Condition::Always)
      Next.front() = makeIf(Exists, {Next.front()});
    // The order of the statements stays; those behind read no tile.
    for (size_t I = Begin; I < findBarrier(List, In.TrailingBarrier).Index;)
      if (List[I].Kind == StepKind::Unit)
        Next.push_back(StepPlace{&List, I}.take());
      else
        ++I;
    List.insert(List.begin() + behindCounters(List), Next.begin(), Next.end());
  }

  /// The loads are too far ahead to tell whether there is a next tile.
  void countHeld() {
    S.Counters.push_back({CounterId::Held, 0});
    for (Steps *List : {&S.Prologue, &loadPlace(S)})
      findLoad(*List, StepKind::Advance, S.Streams.size() - 1)
          .insertAfter(makeNext(CounterId::Held));
    S.Body.insert(S.Body.begin() + behindCounters(S.Body),
                  makeStep(StepKind::Drop));
  }

  void askForNext() {
    StepPlace Issue = findHolder(loadPlace(S), StepKind::Issue);
    const Condition Exists = Issue->If;
    Issue->If = {Condition::HasNext, 0};
    Issue.insertBefore(makeAsk(Condition::HasNext, Exists));
  }

  const ScheduleInput &In;
  LoopSchedule &S;
};

} // namespace

void readFragmentsAhead(const ScheduleInput &In, LoopSchedule &S) {
  if (In.StepsAhead)
    FragmentsAhead(In, S).run();
}

} // namespace pipeline_rewrite
