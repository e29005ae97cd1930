//===- SayCopies.cpp - What a thread says of its copies -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups are counted by each thread: every pass makes one, with copies in it or
// none, so that a number says which tiles have landed. A pipeline of the block
// counts tiles: all is said once for each, under the tile's condition. Behind
// the loop nothing is copied: there groups are said on, without copies, and of
// tiles only that they are waited for and released.
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class Saying {
public:
  Saying(const ScheduleInput &In, LoopSchedule &S)
      : In(In), S(S), Far(S.Streams.size() - 1) {}

  void run() {
    const bool Tiles = In.waitsForBlock();
    Tiles ? enclose(S.Prologue, StepKind::Load) : sayInPrologue();
    Tiles ? enclose(loadPlace(S), StepKind::Issue) : sayInBody();
    if (!Tiles) {
      if (In.Peel)
        sayInEpilogue();
      return;
    }
    waitForBlock();
    if (In.acquires() || In.fencesReads())
      release();
    if (In.quits() || In.isMadeAgain())
      S.Behind.push_back(makeStep(StepKind::Quit));
  }

private:
  /// Groups of younger tiles than the one that is used next.
  unsigned younger() const { return In.Stages - 2; }

  void sayAround(StepPlace Place) const {
    Place.insertAfter(makeStep(StepKind::Commit));
    if (saysAcquire())
      Place.insertBefore(makeStep(StepKind::Acquire));
  }

  /// Where groups are counted the step is there, and has no text.
  bool saysAcquire() const { return In.acquires() || !In.waitsForBlock(); }

  /// Around a tile's copies, inside their condition if they have one.
  void enclose(Steps &List, StepKind Kind) const {
    Steps *Inside = conditionAround(List, Kind);
    if (!Inside)
      return sayAround(findHolder(List, Kind, Far));
    StepPlace Load = findHolder(*Inside, Kind, Far);
    size_t End = Load.Index + 1;
    while (End < Inside->size() && belongsToTile((*Inside)[End]))
      ++End;
    Inside->insert(Inside->begin() + End, makeStep(StepKind::Commit));
    if (saysAcquire())
      Inside->insert(Inside->begin() + Load.Index, makeStep(StepKind::Acquire));
  }

  /// In a loop that fills buffers the pointers move on before the commit.
  bool belongsToTile(const Step &Each) const {
    return In.isMultistage() &&
           (Each.Kind == StepKind::Advance || Each.Kind == StepKind::Next);
  }

  /// The steps under the condition of the load; nullptr if it has none.
  Steps *conditionAround(Steps &List, StepKind Kind) const {
    StepPlace Found = findStep(List, [&](const Step &Each) {
      return Each.Kind == StepKind::If && findLoad(Each.Inner, Kind, Far);
    });
    return Found ? &Found->Inner : nullptr;
  }

  void sayInPrologue() {
    if (In.isMultistage()) {
      Step &Loop = *findStep(S.Prologue, StepKind::FillLoop);
      sayAround({&Loop.Inner, 0});
      firstTile(S).push_back(makeWait(younger()));
      return;
    }
    Steps &First = firstTile(S);
    StepPlace Load = findHolder(First, StepKind::Load, Far);
    Load.insertAfter(makeWait(younger()));
    sayAround(Load);
  }

  void sayInBody() {
    Steps &Place = loadPlace(S);
    sayAround(findHolder(Place, StepKind::Issue, Far));
    StepPlace Barrier = findClosing(S.Body, In);
    Barrier.insertBefore(makeWait(younger()));
    Barrier.insertBefore(makeStep(StepKind::Release));
  }

  void sayInEpilogue() {
    Steps &Inner = S.Epilogue.back().Inner;
    if (!In.isMultistage())
      return Inner.push_back(makeStep(StepKind::Release));
    StepPlace Barrier = lastBarrier(Inner);
    Barrier.insertBefore(makeWait(younger()));
    Barrier.insertBefore(makeStep(StepKind::Release));
    Inner.insert(Inner.begin(), makeStep(StepKind::Commit));
    Inner.insert(Inner.begin(), makeStep(StepKind::Acquire));
  }

  /// The wait takes the place of the load barrier, if that goes; the release
  /// that of the trailing one, if all that it orders is copies.
  void waitForBlock() {
    Step Wait = makeWait(0);
    Wait.Unit = In.LoadBarrier;
    Wait.InPlace = !In.KeepLoadBarrier && !In.Units[In.LoadBarrier].Added;
    if (Wait.InPlace)
      findBarrier(S.Body, In.LoadBarrier).insertAfter(Wait);
    else
      loadPlace(S).push_back(Wait);
    if (In.Peel)
      waitInEpilogue(S.Epilogue.back().Inner);
  }

  /// Once for each tile, behind what is fetched of the other stream.
  static void waitInEpilogue(Steps &Inner) {
    StepPlace Issue = findHolder(Inner, StepKind::Issue);
    Inner.insert(Inner.begin() + (Issue ? Issue.Index + 1 : 0), makeWait(0));
  }

  void release() {
    Step Release = makeStep(StepKind::Release);
    Release.Unit = In.TrailingBarrier;
    const bool HasPlace =
        !In.barrierOnTop() && !In.Units[In.TrailingBarrier].Added;
    Release.InPlace = In.WaitIsBarrier && HasPlace;
    Release.Moved = In.WaitIsBarrier && !HasPlace;
    findClosing(S.Body, In).insertBefore(Release);
    if (!In.Peel)
      return;
    Steps &Inner = S.Epilogue.back().Inner;
    if (In.isMultistage())
      lastBarrier(Inner).insertBefore(makeStep(StepKind::Release));
    else
      Inner.insert(In.fencesReads() ? endOfReads(Inner) : Inner.end(),
                   makeStep(StepKind::Release));
  }

  /// In front of the trailing barrier, or behind all where that is on top.
  Steps::iterator endOfReads(Steps &List) const {
    if (!In.barrierOnTop())
      if (StepPlace Barrier = findBarrier(List, In.TrailingBarrier))
        return List.begin() + Barrier.Index;
    return List.end();
  }

  const ScheduleInput &In;
  LoopSchedule &S;
  const unsigned Far; ///< the stream that copies
};

} // namespace

void sayCopies(const ScheduleInput &In, LoopSchedule &S) {
  if (In.Copies)
    Saying(In, S).run();
}

} // namespace pipeline_rewrite
