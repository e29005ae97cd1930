//===- MeaningRefusal.cpp - Loops whose text would mean another thing -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/MeaningRefusal.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// One loop or tile that changes the text.
struct Change {
  const EditSet *Edits;
  std::function<void(Refusal)> Refuse;
  SourcePlace Place;

  /// It makes an edit there.
  bool edits(unsigned At) const {
    return llvm::any_of(Edits->edits(), [&](const TextEdit &E) {
      return E.Begin <= At && At <= E.End;
    });
  }
  /// It makes edits on both sides.
  bool surrounds(unsigned At) const {
    unsigned End = 0;
    for (const TextEdit &E : Edits->edits())
      End = std::max(End, E.End);
    return Edits->begin() <= At && At <= End;
  }
};

std::vector<Change>
changesOf(std::deque<LoopRun> &Runs,
          std::optional<std::vector<TileCopyReport>> &Copies) {
  std::vector<Change> Changes;
  for (LoopRun &Run : Runs)
    if (Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten)
      Changes.push_back({&Run.Edits,
                         [&Run](Refusal R) { Run.Report.refuse(std::move(R)); },
                         Run.Site->Place});
  if (Copies)
    for (TileCopyReport &Copy : *Copies)
      if (Copy.isRewritten())
        Changes.push_back({&Copy.Changes,
                           [&Copy](Refusal R) {
                             Copy.Reason = std::move(R);
                             Copy.Changes = EditSet();
                             Copy.Include.reset();
                           },
                           Copy.Place});
  return Changes;
}

Refusal refusalOf(const MeaningDifference &D, const SourcePlace &Place,
                  const SourceUnit &Unit) {
  const SourceLocation Begin =
      Unit.sources().getLocForStartOfFile(Unit.subject());
  auto PlaceAt = [&](unsigned Offset) {
    return Unit.place(Begin.getLocWithOffset(Offset));
  };
  auto Words = [&](const std::string &What, std::optional<unsigned> At) {
    return What + (At ? " of line " + std::to_string(PlaceAt(*At).Line) : "");
  };
  Refusal R{RefusalId::MeaningChanges,
            Place,
            "'" + D.Token + "' would be " + Words(D.Is, D.OtherAt) +
                " in the new text",
            {}};
  if (!D.Was.empty())
    R.Detail += ", and is " + Words(D.Was, D.DeclaredAt);
  R.Notes.push_back({PlaceAt(D.OldAt), "here"});
  if (D.OtherAt)
    R.Notes.push_back({PlaceAt(*D.OtherAt), "the other"});
  return R;
}

} // namespace

bool refuseChanged(const MeaningDifference &D, std::deque<LoopRun> &Runs,
                   std::optional<std::vector<TileCopyReport>> &Copies,
                   const SourceUnit &Unit) {
  const std::vector<Change> All = changesOf(Runs, Copies);
  auto Refuse = [&](llvm::function_ref<bool(const Change &)> IsConcerned) {
    bool Any = false;
    for (const Change &C : All)
      if (IsConcerned(C)) {
        C.Refuse(refusalOf(D, C.Place, Unit));
        Any = true;
      }
    return Any;
  };
  return Refuse([&](const Change &C) { return C.edits(D.EditAt); }) ||
         Refuse([&](const Change &C) { return C.surrounds(D.EditAt); }) ||
         Refuse([](const Change &) { return true; });
}

bool MeaningTries::giveNext(const Chain &Passes,
                            const std::deque<LoopRun> &Runs,
                            CompilerFeedback &Feedback) {
  bool Any = false;
  for (const LoopRun &Run : Runs) {
    if (!Run.Listed || Run.Report.Verdict != LoopVerdict::Refused)
      continue;
    const unsigned Offset = Run.Site->Offset;
    // What is planned and refused cannot be written, or not there.
    if (Run.Planned && !ByOffset.count(Offset))
      ByOffset[Offset] = {*Run.Report.Reason,
                          Passes.otherFormsOf(Run, FormsFor::Text)};
    auto At = ByOffset.find(Offset);
    if (At == ByOffset.end() || Feedback.Dropped.count(Offset))
      continue;
    Tries &Of = At->second;
    Any |= !Of.Others.empty();
    Feedback.Forms.erase(Offset);
    if (Of.Tried == Of.Others.size())
      Feedback.Dropped[Offset] = Of.First;
    else
      Feedback.Forms[Offset] = {Of.Others[Of.Tried++],
                                {"not its first form: " + Of.First.Detail}};
  }
  return Any;
}

} // namespace pipeline_rewrite
