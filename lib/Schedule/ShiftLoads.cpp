//===- ShiftLoads.cpp - Loads run their distance ahead --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   one or two buffers            more
//
//   if tile: load                 fill loop: if tile: load; advance
//   loop:                         loop:
//     advance                       if tile: issue; advance
//     if tile: issue                …
//     …                             barrier
//     if tile: store                next buffers
//     barrier
//     next buffer
//
// With two distances the right column is that of the copies, and what goes
// through registers does as the left one says. With one buffer the store stands
// behind the barrier.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class Shift {
public:
  Shift(const ScheduleInput &In, LoopSchedule &S) : In(In), S(S) {}

  void run() {
    makeStreams();
    makeCounters();
    nameReads();
    In.isMultistage() ? fillBuffers() : loadFirstTile();
    issue();
    store();
    moveCounters();
  }

private:
  void makeStreams() {
    const unsigned Far = In.isMultistage() ? In.Stages - 1 : 1;
    if (In.TwoDistances) {
      S.Streams = {{/*Copies=*/false, /*Stores=*/true, 1, 2},
                   {/*Copies=*/true, /*Stores=*/false, Far, In.Stages}};
      return;
    }
    S.Streams = {{In.Copies, In.Stores, Far, In.Stages}};
  }

  void makeCounters() {
    if (In.Stages > 1)
      S.Counters.push_back({CounterId::Read, In.Stages});
    if (In.isMultistage())
      S.Counters.push_back({CounterId::Fill, In.Stages});
    if (In.TwoDistances)
      S.Counters.push_back({CounterId::Parity, 2});
  }

  bool isFar(unsigned Stream) const {
    return In.isMultistage() && Stream + 1 == S.Streams.size();
  }
  CounterId counterOf(unsigned Stream) const {
    return In.TwoDistances && !isFar(Stream) ? CounterId::Parity
                                             : CounterId::Read;
  }
  Slot slotOf(unsigned Stream, CounterId Of, unsigned Ahead) const {
    if (S.Streams[Stream].Buffers == 1)
      return {};
    return {Slot::Counted, Of, Ahead};
  }
  Slot readBy(unsigned Stream) const {
    return slotOf(Stream, counterOf(Stream), 0);
  }
  Slot filledBy(unsigned Stream) const {
    return isFar(Stream) ? slotOf(Stream, CounterId::Fill, 0)
                         : slotOf(Stream, counterOf(Stream), 1);
  }
  Slot firstOf(unsigned Stream) const {
    if (isFar(Stream) || S.Streams[Stream].Buffers == 1)
      return filledBy(Stream);
    return {Slot::Constant, CounterId::Read, 0};
  }

  void nameReads() {
    for (Step &Each : S.Body)
      if (Each.Kind == StepKind::Unit)
        for (unsigned I = 0; I < S.Streams.size(); ++I)
          Each.Reads.push_back(readBy(I));
  }

  /// Under a condition, unless the first tile exists in any case.
  void addIfFirst(Condition If, Steps Inner) {
    if (In.Header.TestFirst)
      S.Prologue.push_back(makeIf(If, std::move(Inner)));
    else
      llvm::append_range(S.Prologue, Inner);
  }

  Step loadOf(unsigned Stream) const {
    Step Load = makeLoad(StepKind::Load, Stream, firstOf(Stream));
    if (In.Header.TestFirst || isFar(Stream))
      return Load;
    return makeBlock(StepKind::Scope, {Load});
  }

  void loadFirstTile() {
    Steps First = std::move(S.Prologue);
    S.Prologue.clear();
    First.push_back(loadOf(0));
    addIfFirst({Condition::Tile, 0}, std::move(First));
  }

  void fillBuffers() {
    const unsigned Far = S.Streams.size() - 1;
    Steps Leading = std::move(S.Prologue);
    const bool HasLeading = !Leading.empty();
    S.Prologue.clear();
    if (In.Header.TestFirst)
      S.Prologue.push_back(
          makeAsk(Condition::HasTiles, {Condition::Tile, Far}));
    if (HasLeading)
      addIfFirst({Condition::HasTiles, 0}, std::move(Leading));
    Condition Exists{
        In.Header.TestFirst ? Condition::Tile : Condition::FirstOrTile, Far};
    S.Prologue.push_back(makeBlock(
        StepKind::FillLoop,
        {makeIf(Exists, {loadOf(Far), makeAdvance(Far, /*Increment=*/true)})}));
    // A barrier comes here in any case but with a pipeline of the block.
    Steps First;
    if (In.TwoDistances)
      First.push_back(loadOf(0));
    if (!First.empty() || !In.waitsForBlock() || In.Fetches)
      addIfFirst({Condition::HasTiles, 0}, std::move(First));
    else if (!HasLeading && In.Header.TestFirst)
      S.Prologue.erase(S.Prologue.begin()); // nothing asks for the flag
  }

  void issue() {
    Steps &Place = loadPlace(S);
    Place.clear();
    for (unsigned I = S.Streams.size(); I-- > 0;)
      isFar(I) ? issueFar(Place, I) : issueNext(Place, I);
  }

  void issueFar(Steps &Place, unsigned Stream) const {
    Place.push_back(makeIf({Condition::Tile, Stream},
                           {makeLoad(StepKind::Issue, Stream, filledBy(Stream)),
                            makeAdvance(Stream, /*Increment=*/true)}));
  }

  void issueNext(Steps &Place, unsigned Stream) const {
    Condition Exists{Condition::Tile, Stream};
    Place.push_back(makeAdvance(Stream, /*Increment=*/true));
    if (S.Streams[Stream].Stores) {
      Place.push_back(makeAsk(Condition::HasNext, Exists));
      Exists = {Condition::HasNext, 0};
    }
    Place.push_back(
        makeIf(Exists, {makeLoad(StepKind::Issue, Stream, filledBy(Stream))}));
  }

  void store() {
    if (!S.Streams.front().Stores)
      return;
    Step Store = makeIf({Condition::HasNext, 0},
                        {makeLoad(StepKind::Store, 0, filledBy(0))});
    StepPlace Barrier = findClosing(S.Body, In);
    In.Stages > 1 ? Barrier.insertBefore(std::move(Store))
                  : Barrier.insertAfter(std::move(Store));
  }

  void moveCounters() {
    StepPlace Barrier = findClosing(S.Body, In);
    Steps Moves;
    if (In.isMultistage())
      Moves.push_back(makeStep(StepKind::Follow));
    if (In.Stages > 1)
      Moves.push_back(makeNext(CounterId::Read));
    if (In.TwoDistances)
      Moves.push_back(makeNext(CounterId::Parity));
    Barrier.List->insert(Barrier.List->begin() + Barrier.Index + 1,
                         Moves.begin(), Moves.end());
  }

  const ScheduleInput &In;
  LoopSchedule &S;
};

} // namespace

void shiftLoads(const ScheduleInput &In, LoopSchedule &S) {
  Shift(In, S).run();
}

} // namespace pipeline_rewrite
