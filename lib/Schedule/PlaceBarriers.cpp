//===- PlaceBarriers.cpp - Which barriers stay, move, or go ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the load barrier publishes is loaded a tile ahead: the trailing barrier
// publishes it along. With one buffer the stores stand behind that one, and
// need a barrier of their own. The first tile gets one in the prologue.
//
// A vote on top of the body publishes them all, and two buffers need no barrier
// besides.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class Placing {
public:
  Placing(const ScheduleInput &In, LoopSchedule &S) : In(In), S(S) {}

  void run() {
    if (!In.voteOnTop())
      publishFirstTile();
    if (In.Stages == 1 && !In.KeepLoadBarrier && !In.voteOnTop())
      publishStores();
    if (In.Stages > 1 && In.voteOnTop())
      findClosing(S.Body, In).take();
    if (!In.KeepLoadBarrier || In.Units[In.LoadBarrier].Added)
      if (StepPlace Load = findBarrier(S.Body, In.LoadBarrier))
        Load.take();
    if (In.WaitIsBarrier)
      findBarrier(S.Body, In.TrailingBarrier).take();
    if (In.Peel)
      placeInEpilogue();
    if (In.quits() && barrierBehindPipeline())
      S.Behind.push_back(trailing());
  }

private:
  Step load() const { return makeBarrier(In.LoadBarrier, /*Moved=*/true); }
  Step trailing() const {
    return makeBarrier(In.TrailingBarrier, /*Moved=*/true);
  }

  /// A wait for the block publishes by itself what is copied.
  void publishFirstTile() {
    if (In.waitsForBlock() && !In.Fetches)
      return;
    Steps &First = firstTile(S);
    const bool BeforeAdvance =
        !First.empty() && First.back().Kind == StepKind::Advance;
    First.insert(First.end() - BeforeAdvance, load());
  }

  void publishStores() {
    StepPlace Holder = findHolder(S.Body, StepKind::Store);
    if (!Holder)
      return;
    if (Holder->Kind == StepKind::If)
      Holder->Inner.push_back(load());
    else
      Holder.insertAfter(load());
  }

  /// Barriers whose result is used, or that order more than tiles, are part of
  /// the computation.
  bool isComputation(const Step &Barrier) const {
    return In.KeepLoadBarrier || In.Units[Barrier.Unit].IsVote;
  }

  void placeInEpilogue() {
    Steps &Inner = S.Epilogue.back().Inner;
    const bool Multistage = In.isMultistage();
    bool KeepsTrailing = false;
    const size_t Last = Multistage ? lastBarrier(Inner).Index : Inner.size();
    size_t I = 0;
    llvm::erase_if(Inner, [&](const Step &Each) {
      if (I++ == Last || Each.Kind != StepKind::Barrier)
        return false;
      KeepsTrailing |= Each.Unit == In.TrailingBarrier && isComputation(Each);
      return !isComputation(Each);
    });
    for (Step &Each : Inner)
      Each.Moved &= Each.Kind != StepKind::Barrier;
    if (Multistage && In.WaitIsBarrier) {
      lastBarrier(Inner).take();
    } else if (Multistage) {
      const bool Voted = In.Units[In.TrailingBarrier].IsVote;
      *lastBarrier(Inner) = Voted ? load() : trailing();
    } else if (In.KeepTrailingBarrier && !KeepsTrailing && !In.quits()) {
      Inner.push_back(trailing());
    }
  }

  /// All threads leave the pipeline before it is made again, and what stands
  /// behind the loop finds the barrier that the source's last one was.
  bool barrierBehindPipeline() const {
    const bool EndsBare =
        In.Peel && !In.isMultistage() ? !In.KeepLoadBarrier : In.WaitIsBarrier;
    return (EndsBare && In.KeepTrailingBarrier) || In.InOuterLoop;
  }

  const ScheduleInput &In;
  LoopSchedule &S;
};

} // namespace

void placeBarriers(const ScheduleInput &In, LoopSchedule &S) {
  Placing(In, S).run();
}

} // namespace pipeline_rewrite
