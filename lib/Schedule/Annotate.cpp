//===- Annotate.cpp - What is written for who reads the text --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Passes.h"
#include "Schedule/Steps.h"

namespace pipeline_rewrite {
namespace {

class Annotation {
public:
  Annotation(const ScheduleInput &In, LoopSchedule &S) : In(In), S(S) {}

  void run() {
    if (!S.Producers.empty()) {
      S.Producers.insert(S.Producers.begin(), makeNote(NoteKind::Producers));
      return;
    }
    annotatePrologue();
    annotateBody();
    annotateEpilogue();
  }

private:
  unsigned far() const { return S.Streams.size() - 1; }
  Slot read() const {
    return In.Stages == 1 ? Slot() : Slot{Slot::Counted, CounterId::Read, 0};
  }

  void annotatePrologue() {
    NoteKind Title = !In.isMultistage() ? NoteKind::FirstTile
                     : In.TwoDistances  ? NoteKind::FirstTilesBoth
                                        : NoteKind::FirstTiles;
    if (StepPlace Fill = findStep(S.Prologue, StepKind::FillLoop))
      addressBefore(Fill->Inner, StepKind::Load, far());
    S.Prologue.insert(S.Prologue.begin(), makeNote(Title));
    S.Prologue.push_back(makeStep(StepKind::Gap));
  }

  /// In front of the load itself, where its block begins.
  static void addressBefore(Steps &List, StepKind Kind, unsigned Stream) {
    StepPlace Load = findLoad(List, Kind, Stream);
    Load.insertBefore(makeAddress(Load->Into));
  }

  void annotateBody() {
    Steps &Place = loadPlace(S);
    if (In.isMultistage())
      annotateFar(Place);
    if (!In.isMultistage() || In.TwoDistances)
      annotateNext(Place);
    if (StepPlace Wait = findStep(Place, StepKind::Wait))
      Wait.insertAfter(makeStep(StepKind::Gap));
    if (!In.StepsAhead)
      Place.insert(Place.begin(), makeAddress(read()));
    else if (StepPlace First = findHolder(S.Body, StepKind::FirstFragments))
      First.insertBefore(makeNote(NoteKind::FragmentsAhead));
  }

  /// Begin and end of what starts a stream's tile.
  std::pair<size_t, size_t> rangeOf(Steps &List, unsigned Stream) const {
    StepPlace Issue = findHolder(List, StepKind::Issue, Stream);
    size_t Begin = Issue.Index, End = Issue.Index + 1;
    auto IsAt = [&](size_t I, std::initializer_list<StepKind> Kinds) {
      return I < List.size() && llvm::is_contained(Kinds, List[I].Kind);
    };
    while (Begin > 0 && IsAt(Begin - 1, {StepKind::Acquire, StepKind::Ask,
                                         StepKind::Advance}))
      --Begin;
    while (IsAt(End, {StepKind::Commit, StepKind::Pin}))
      ++End;
    return {Begin, End};
  }

  void annotateFar(Steps &Place) {
    auto [Begin, End] = rangeOf(Place, far());
    Place.insert(Place.begin() + End, makeStep(StepKind::Gap));
    StepPlace Holder = findHolder(Place, StepKind::Issue, far());
    if (Holder->Kind == StepKind::If)
      addressBefore(Holder->Inner, StepKind::Issue, far());
    else
      Place.insert(Place.begin() + Begin,
                   makeAddress(findLoad(Place, StepKind::Issue, far())->Into));
    Place.insert(Place.begin() + Begin, makeNote(NoteKind::CopyAhead));
  }

  void annotateNext(Steps &Place) {
    const auto End = rangeOf(Place, 0).second;
    Place.insert(Place.begin() + End, makeStep(StepKind::Gap));
    describeNext(Place);
  }

  void describeNext(Steps &List) {
    size_t Begin = rangeOf(List, 0).first;
    // Registers are declared in front of what a thread says of its copies.
    size_t Declared = findHolder(List, StepKind::Issue, 0).Index;
    if (Declared > 0 && List[Declared - 1].Kind == StepKind::Acquire)
      --Declared;
    List.insert(List.begin() + Declared, makeStep(StepKind::Registers));
    NoteKind Title = In.TwoDistances ? NoteKind::FetchRest
                     : In.Copies     ? NoteKind::CopyNext
                                     : NoteKind::FetchNext;
    List.insert(List.begin() + Begin, makeNote(Title));
    const Slot Filled = findLoad(List, StepKind::Issue, 0)->Into;
    List.insert(List.begin() + Begin, makeAddress(Filled));
  }

  void annotateEpilogue() {
    if (S.Epilogue.empty())
      return;
    Steps &Inner = S.Epilogue.back().Inner;
    if (In.TwoDistances) {
      auto [Begin, End] = rangeOf(Inner, 0);
      Inner.insert(Inner.begin() + End, makeStep(StepKind::Gap));
      describeNext(Inner);
      if (Begin > 0)
        Inner.insert(Inner.begin() + Begin, makeStep(StepKind::Gap));
    }
    if (!In.StepsAhead)
      Inner.insert(Inner.begin(), makeAddress(read()));
    S.Epilogue.insert(S.Epilogue.begin(),
                      {makeStep(StepKind::Gap), makeNote(titleOfEpilogue())});
  }

  NoteKind titleOfEpilogue() const {
    return !In.isMultistage()   ? NoteKind::LastTile
           : In.waitsForBlock() ? NoteKind::AwaitedTiles
                                : NoteKind::HeldTiles;
  }

  const ScheduleInput &In;
  LoopSchedule &S;
};

} // namespace

void annotate(const ScheduleInput &In, LoopSchedule &S) {
  Annotation(In, S).run();
}

} // namespace pipeline_rewrite
