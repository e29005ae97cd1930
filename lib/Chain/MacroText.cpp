//===- MacroText.cpp - A unit whose macros are written out ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/MacroText.h"
#include "Emit/Source/SplitText.h"
#include "Emit/Source/WrittenEdits.h"
#include "Validate/Meaning/SameCode.h"

namespace pipeline_rewrite {

/// More than macros are used in each other's bodies.
constexpr unsigned MostRounds = 16;

unsigned MacroText::ownOffset(unsigned Offset) const {
  return offsetBefore(Written, Offset);
}

const KLoopSite *MacroText::ownSite(const LoopRun &Run) const {
  const auto Found =
      llvm::find_if(OwnAnalysed.sites(), [&](const KLoopSite &S) {
        return S.Offset == Run.Site->Offset && S.Kernel == Run.Site->Kernel;
      });
  return Found == OwnAnalysed.sites().end() ? nullptr : &*Found;
}

bool MacroText::writeOut(const std::deque<LoopRun> &Runs) {
  // A header's errors would be looked for where they no longer are.
  if (Own.isAboutHeader() && !Own.errors().empty())
    return false;
  if (makePlain(Runs))
    return true;
  return Plain.empty() ? addUses(Runs) || dropUnused(Runs) : dropPlain(Runs);
}

/// Where what stands in the text of \p Run's loop ends.
static unsigned endOf(const LoopRun &Run, const SourceUnit &Unit) {
  const clang::SourceManager &SM = Unit.sources();
  const clang::Stmt *Loop = Run.Site->Instances.front().Loop;
  return SM.getFileOffset(SM.getExpansionRange(Loop->getEndLoc()).getEnd());
}

/// Makes one statement of each loop plain: what is in it is seen in the next
/// text. Beside macros that are written out nothing is.
bool MacroText::makePlain(const std::deque<LoopRun> &Runs) {
  if ((Plain.empty() && !Written.empty()) || Rounds == MostRounds)
    return false;
  std::map<unsigned, unsigned> Loops = Plain;
  std::vector<WrittenMacro> More;
  for (const LoopRun &Run : Runs) {
    if (!Run.Listed || !Run.Report.Reason || NotPlain.count(Run.Site->Offset))
      continue;
    for (const OtherText &T : Run.Report.Reason->Plain) {
      if (!More.empty() && T.Begin < More.back().End)
        return false; // of loops in each other
      More.push_back({T.Begin, T.End, T.Text});
      Loops[Run.Site->Offset] = ownOffset(endOf(Run, unit()));
    }
  }
  if (More.empty())
    return false;
  ++Rounds;
  if (parse(joined(More), /*AreMacros=*/false)) {
    Plain = std::move(Loops);
    return true;
  }
  for (auto [Loop, End] : Loops)
    NotPlain.insert(Loop);
  return false;
}

/// Takes back what is plain in vain.
bool MacroText::dropPlain(const std::deque<LoopRun> &Runs) {
  const size_t Before = Plain.size();
  for (const LoopRun &Run : Runs) {
    if (!Plain.count(Run.Site->Offset) ||
        (Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten))
      continue;
    if (Run.Listed && Run.Report.Reason)
      Reasons[Run.Site->Offset] = *Run.Report.Reason;
    Plain.erase(Run.Site->Offset);
    NotPlain.insert(Run.Site->Offset);
  }
  if (Plain.size() == Before)
    return false;
  std::vector<WrittenMacro> Used;
  for (const WrittenMacro &M : Written)
    if (llvm::any_of(Plain, [&](const auto &Loop) {
          return Loop.first <= M.Begin && M.End <= Loop.second;
        }))
      Used.push_back(M);
  return parse(Used, /*AreMacros=*/false) || parse({});
}

/// One level at a time: what a macro's body uses is seen in the next text.
bool MacroText::addUses(const std::deque<LoopRun> &Runs) {
  if (Rounds++ == MostRounds)
    return false;
  std::set<unsigned> Wanted;
  for (const LoopRun &Run : Runs)
    if (Run.Listed && Run.Report.Reason)
      Wanted.insert(Run.Report.Reason->Macros.begin(),
                    Run.Report.Reason->Macros.end());
  std::vector<WrittenMacro> More;
  auto IsVain = [&](unsigned At) {
    return Hopeless.count(ownOffset(At)) || Unused.count(ownOffset(At));
  };
  for (unsigned At : Wanted) {
    const unsigned OwnAt = ownOffset(At);
    // An argument that is written out along with the macro around it.
    const bool IsInside = !More.empty() && At < More.back().End;
    if (IsInside || IsVain(At))
      continue;
    // A macro that stands for its own name would be written for ever.
    if (auto Macro = pipeline_rewrite::writeOut(unit(), At);
        Macro && Macro->Text != unit().text().slice(Macro->Begin, Macro->End))
      More.push_back(std::move(*Macro));
    else
      Hopeless.insert(OwnAt);
  }
  // A statement is written as two in the text that is left.
  if (More.empty())
    for (const LoopRun &Run : Runs)
      if (auto Halves = halvesOf(Run); Halves && !IsVain(Halves->Begin)) {
        Split.push_back({ownOffset(Halves->Begin), ownOffset(Halves->End)});
        More.push_back(std::move(*Halves));
        break;
      }
  if (More.empty())
    return false;
  if (parse(joined(More)))
    return true;
  for (const WrittenMacro &M : More)
    Hopeless.insert(ownOffset(M.Begin));
  return addUses(Runs);
}

std::optional<WrittenMacro> MacroText::halvesOf(const LoopRun &Run) const {
  return Run.Listed && Run.Report.Reason && Run.Report.Reason->Halves
             ? writeHalves(unit(), *Run.Report.Reason->Halves)
             : std::nullopt;
}

/// What is written out already and in \p More, which is of unit()'s text.
std::vector<WrittenMacro>
MacroText::joined(std::vector<WrittenMacro> More) const {
  EditSet Edits;
  for (WrittenMacro &M : More)
    Edits.replace(M.Begin, M.End, std::move(M.Text));
  // What More does not touch stays written out.
  std::vector<WrittenMacro> All;
  const EditSet Joined = editsBefore(Edits, Written, unit().text());
  for (const TextEdit &E : Joined.edits())
    All.push_back({E.Begin, E.End, E.Text});
  for (const WrittenMacro &M : Written)
    if (llvm::none_of(Joined.edits(), [&](const TextEdit &E) {
          return E.Begin <= M.Begin && M.End <= E.End;
        }))
      All.push_back(M);
  llvm::sort(All, [](const WrittenMacro &A, const WrittenMacro &B) {
    return A.Begin < B.Begin;
  });
  return All;
}

bool MacroText::parse(std::vector<WrittenMacro> Macros, bool AreMacros) {
  if (Macros.empty()) {
    Text.emplace(Own);
    Now = &OwnAnalysed;
    Written.clear();
    return true;
  }
  AnalysedUnit *Unit = OwnAnalysed.writtenOut(Macros, Opts, Later);
  if (!Unit)
    return false; // the macros stay, and the refusal
  OldText New(Unit->unit());
  if (AreMacros &&
      !isSameCode(OldText(Own).meaning(), New.meaning(), Macros, Split))
    return false;
  Text.emplace(std::move(New));
  Now = Unit;
  Written = std::move(Macros);
  return true;
}

bool MacroText::dropUnused(const std::deque<LoopRun> &Runs) {
  std::vector<WrittenMacro> Used;
  EditSet All;
  for (const LoopRun &Run : Runs)
    if (Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten)
      All.add(withHead(Run));
  const std::vector<bool> IsUsed = touchedBy(All, Written);
  for (auto [Macro, Is] : llvm::zip_equal(Written, IsUsed))
    if (Is)
      Used.push_back(Macro);
    else
      Unused.insert(Macro.Begin);
  if (Used.size() == Written.size())
    return false;
  for (const LoopRun &Run : Runs)
    if (Run.Listed && Run.Report.Verdict == LoopVerdict::Refused)
      Reasons[Run.Site->Offset] = *Run.Report.Reason;
  return parse(Used) || parse({});
}

/// A loop whose head is written out stays so, edited or not, and one that was
/// made plain stays plain.
EditSet MacroText::withHead(const LoopRun &Run) const {
  EditSet Edits = Run.Edits;
  const auto Loop = Plain.find(Run.Site->Offset);
  for (const WrittenMacro &M : Written)
    if (!Edits.empty() && (M.Begin == Run.Site->Offset ||
                           (Loop != Plain.end() && Loop->first <= M.Begin &&
                            M.End <= Loop->second)))
      Edits.insert(offsetBehind(Written, M.Begin), "");
  return Edits;
}

EditSet MacroText::changesOf(const LoopRun &Run) const {
  return asEditsOfOwn(withHead(Run));
}

std::vector<EditSet>
MacroText::changesOf(const std::deque<LoopRun> &Runs) const {
  std::vector<EditSet> Changes;
  for (const LoopRun &Run : Runs)
    Changes.push_back(withHead(Run));
  for (size_t I = 0; I < Changes.size(); ++I)
    for (size_t J = I + 1; J < Changes.size(); ++J) {
      const auto First = touchedBy(Changes[I], Written),
                 Other = touchedBy(Changes[J], Written);
      if (llvm::none_of(llvm::zip_equal(First, Other), [](const auto &Is) {
            return std::get<0>(Is) && std::get<1>(Is);
          }))
        continue;
      Changes[I].add(std::exchange(Changes[J], EditSet()));
      J = I; // what is more may be what another one changes
    }
  for (EditSet &Each : Changes)
    Each = asEditsOfOwn(Each);
  return Changes;
}

EditSet MacroText::asEditsOfOwn(const EditSet &Edits) const {
  return editsBefore(Edits, Written, unit().text());
}

std::vector<TextEdit>
MacroText::asEditsOfUnit(std::vector<TextEdit> Edits) const {
  for (TextEdit &E : Edits) {
    E.Begin = offsetBehind(Written, E.Begin);
    E.End = offsetBehind(Written, E.End);
  }
  return Edits;
}

const Refusal *MacroText::reasonOf(const LoopRun &Run) const {
  if (!Run.Listed || Run.Report.Verdict != LoopVerdict::Refused ||
      (Run.Report.Reason->Id != RefusalId::CodeInMacro &&
       Run.Report.Reason->Id != RefusalId::MixedStatement &&
       Run.Report.Reason->Plain.empty()))
    return nullptr;
  auto At = Reasons.find(Run.Site->Offset);
  return At == Reasons.end() ? nullptr : &At->second;
}

} // namespace pipeline_rewrite
