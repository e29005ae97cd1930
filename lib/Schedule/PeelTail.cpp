//===- PeelTail.cpp - The last tiles behind the loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop asks whether there is a tile to load, so that its body need not: its
// header is asked of the variables of the loads, which move on at its end. What
// is held then is computed behind it.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class Peeling {
public:
  Peeling(const ScheduleInput &In, LoopSchedule &S)
      : In(In), S(S), Asked(S.Streams.size() - 1) {}

  void run() {
    S.Header.Stream = Asked;
    moveAdvance();
    openGuards(S.Body);
    extendPrologue();
    S.Epilogue.push_back(In.isMultistage() ? drain() : lastTile());
  }

private:
  bool hasOtherStream() const { return S.Streams.size() > 1; }

  /// To the end of the body; the increment is the header's.
  void moveAdvance() {
    Step Advance = findLoad(S.Body, StepKind::Advance, Asked).take();
    Advance.Increment = false;
    // Behind the counters, or behind the store of one buffer, or the barrier.
    size_t At = placeBehindBarrier();
    while (At < S.Body.size() &&
           llvm::is_contained({StepKind::Follow, StepKind::Next, StepKind::If},
                              S.Body[At].Kind))
      ++At;
    S.Body.insert(S.Body.begin() + At, std::move(Advance));
  }

  size_t placeBehindBarrier() {
    return findBarrier(S.Body, In.TrailingBarrier).Index + 1;
  }

  static void openGuards(Steps &List) {
    llvm::erase_if(List,
                   [](const Step &Each) { return Each.Kind == StepKind::Ask; });
    for (Step &Each : List) {
      if (Each.Kind == StepKind::If)
        Each.Kind = StepKind::Scope;
      openGuards(Each.Inner);
    }
  }

  void extendPrologue() {
    if (In.isMultistage()) {
      S.Counters.push_back({CounterId::Held, 0});
      findLoad(S.Prologue, StepKind::Advance, Asked)
          .insertAfter(makeNext(CounterId::Held));
      return;
    }
    Step Advance = makeAdvance(Asked, /*Increment=*/true);
    if (!In.Header.TestFirst)
      return S.Prologue.push_back(std::move(Advance));
    Step &First = S.Prologue.back();
    First.Inner.push_back(std::move(Advance));
    S.Prologue.insert(S.Prologue.end() - 1,
                      makeAsk(Condition::HasTiles, First.If));
    S.Prologue.back().If = {Condition::HasTiles, 0};
  }

  /// The computation, with all barriers of the source.
  Steps computation() const {
    Steps List;
    for (unsigned I = 0; I < S.Units.size(); ++I)
      if (const Step *Each = stepOf(I))
        List.push_back(*Each);
    return List;
  }

  const Step *stepOf(unsigned Unit) const {
    const BodyUnit::KindOf Kind = S.Units[Unit].Kind;
    if (Kind == BodyUnit::Load || Kind == BodyUnit::Declaration)
      return nullptr;
    for (const Step &Each : S.Body)
      if (Each.Unit == Unit &&
          (Each.Kind == StepKind::Unit || Each.Kind == StepKind::Barrier))
        return &Each;
    return nullptr;
  }

  void advanceCompute(Steps &List) const {
    if (S.Header.HasIncrement && S.Header.ComputesIncrement)
      List.push_back(makeStep(StepKind::AdvanceCompute));
  }

  Step lastTile() const {
    Steps Inner = computation();
    advanceCompute(Inner);
    const bool Always = !In.Header.TestFirst;
    return makeIf({Always ? Condition::Always : Condition::HasTiles, 0},
                  std::move(Inner));
  }

  Step drain() const {
    Steps Inner;
    if (hasOtherStream())
      issueOther(Inner);
    llvm::append_range(Inner, computation());
    if (hasOtherStream())
      Inner.push_back(makeIf({Condition::HasNext, 0}, {otherStep(true)}));
    Inner.push_back(makeBarrier(In.TrailingBarrier, /*Moved=*/true));
    Inner.push_back(makeNext(CounterId::Read));
    if (hasOtherStream())
      Inner.push_back(makeNext(CounterId::Parity));
    advanceCompute(Inner);
    return makeBlock(StepKind::DrainLoop, std::move(Inner));
  }

  void issueOther(Steps &Inner) const {
    Inner.push_back(makeAdvance(0, /*Increment=*/true));
    Inner.push_back(makeAsk(Condition::HasNext, {Condition::MoreHeld, 0}));
    Inner.push_back(makeIf({Condition::HasNext, 0}, {otherStep(false)}));
  }

  Step otherStep(bool Stores) const {
    return makeLoad(Stores ? StepKind::Store : StepKind::Issue, 0,
                    {Slot::Counted, CounterId::Parity, 1});
  }

  const ScheduleInput &In;
  LoopSchedule &S;
  const unsigned Asked; ///< the stream whose next tile the header asks for
};

} // namespace

void peelTail(const ScheduleInput &In, LoopSchedule &S) {
  if (In.Peel)
    Peeling(In, S).run();
}

} // namespace pipeline_rewrite
