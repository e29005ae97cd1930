//===- Headers.cpp - One header, several units ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Headers/Headers.h"
#include "Chain/UnitRun.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include <map>

namespace pipeline_rewrite {
namespace {

bool isSame(const TextEdit &A, const TextEdit &B) {
  return A.Begin == B.Begin && A.End == B.End && A.Text == B.Text;
}

bool isSilent(const LoopReport &Loop) {
  return Loop.Reason && Loop.Verdict == LoopVerdict::Refused &&
         Loop.Reason->Id == RefusalId::NotInstantiated;
}

/// One loop in each unit; null where it is no K-loop or no code at all.
struct LoopViews {
  std::vector<const LoopReport *> ByUnit;

  /// Indices of the units that have a say.
  std::vector<size_t> speakers() const {
    std::vector<size_t> Out;
    for (size_t I = 0; I < ByUnit.size(); ++I)
      if (!ByUnit[I] || !isSilent(*ByUnit[I]))
        Out.push_back(I);
    return Out;
  }
};

using Place = std::pair<unsigned, unsigned>;

std::map<Place, LoopViews> byPlace(llvm::ArrayRef<const UnitResult *> Views) {
  std::map<Place, LoopViews> Out;
  for (size_t I = 0; I < Views.size(); ++I)
    for (const LoopReport &Loop : Views[I]->Loops) {
      auto &ByUnit = Out[{Loop.Place.Line, Loop.Place.Column}].ByUnit;
      ByUnit.resize(Views.size());
      ByUnit[I] = &Loop;
    }
  return Out;
}

void disagree(LoopReport &Loop, std::string Detail) {
  Loop.refuse({RefusalId::UnitsDisagree, Loop.Place, std::move(Detail), {}});
}

/// Instances that another unit adds.
void addRows(LoopReport &Loop, const LoopReport &Other) {
  for (const SharedMemoryUse &Use : Other.Memory)
    if (llvm::none_of(Loop.Memory, [&](const SharedMemoryUse &U) {
          return U.Instance == Use.Instance;
        }))
      Loop.Memory.push_back(Use);
  for (const BudgetRow &Row : Other.Budget)
    if (llvm::none_of(Loop.Budget, [&](const BudgetRow &R) {
          return R.Instance == Row.Instance && R.Arch == Row.Arch;
        }))
      Loop.Budget.push_back(Row);
}

/// Of a unit whose code names others.
void addAssumed(LoopReport &Loop, const LoopReport &Other) {
  for (const AssumedInstance &I : Other.Assumed)
    if (llvm::none_of(Loop.Assumed, [&](const AssumedInstance &Each) {
          return Each.Text == I.Text;
        }))
      Loop.Assumed.push_back(I);
}

/// Kernels that another unit compiles.
void addCode(LoopReport &Loop, const LoopReport &Other) {
  for (const KernelCode &Kernel : Other.Code)
    if (llvm::none_of(Loop.Code, [&](const KernelCode &Each) {
          return Each.Symbol == Kernel.Symbol && Each.Arch == Kernel.Arch;
        }))
      Loop.Code.push_back(Kernel);
}

/// What running the loop through another unit came to.
void addExecution(LoopReport &Loop, const LoopReport &Other) {
  if (!Other.Execution)
    return;
  if (Loop.Execution)
    Loop.Execution->add(*Other.Execution);
  else
    Loop.Execution = Other.Execution;
}

LoopReport mergeLoop(const LoopViews &Views,
                     llvm::ArrayRef<const UnitResult *> Units) {
  auto NameOf = [&](size_t I) { return "'" + Units[I]->Units.front() + "'"; };
  const std::vector<size_t> Speakers = Views.speakers();
  auto IsSeen = [&](size_t I) { return Views.ByUnit[I] != nullptr; };
  // Some know no instance of it, and for the others it is no K-loop.
  if (llvm::none_of(Speakers, IsSeen))
    return **llvm::find_if(Views.ByUnit,
                           [](const LoopReport *Loop) { return Loop; });
  // A refusal counts before anything else; its reason is what to mend first.
  for (size_t I : Speakers)
    if (const LoopReport *Loop = Views.ByUnit[I];
        Loop && Loop->Verdict == LoopVerdict::Refused) {
      LoopReport Out = *Loop;
      if (Units.size() > 1)
        Out.Reason->Detail += " (through " + NameOf(I) + ")";
      return Out;
    }
  const size_t First = *llvm::find_if(Speakers, IsSeen);
  LoopReport Out = *Views.ByUnit[First];
  for (size_t I : Speakers) {
    const LoopReport *Other = Views.ByUnit[I];
    if (!Other) {
      disagree(Out, NameOf(I) + " has no K-loop here, " + NameOf(First) +
                        " has one");
      break;
    }
    if (Other->Verdict != Out.Verdict ||
        !llvm::equal(Other->Edits, Out.Edits, isSame)) {
      disagree(Out, NameOf(First) + " and " + NameOf(I) +
                        " need different text here");
      break;
    }
    if (I != First)
      addExecution(Out, *Other);
    addRows(Out, *Other);
    addAssumed(Out, *Other);
    addCode(Out, *Other);
  }
  return Out;
}

std::string throughText(llvm::ArrayRef<std::string> Units) {
  std::string Text = "read through '" + Units.front() + "'";
  if (Units.size() > 1)
    Text += " and " + std::to_string(Units.size() - 1) +
            (Units.size() == 2 ? " other file" : " other files");
  return Text;
}

} // namespace

UnitResult mergeHeader(llvm::ArrayRef<const UnitResult *> Views) {
  UnitResult Out;
  Out.File = Views.front()->File;
  Out.OldText = Out.NewText = Views.front()->OldText;
  Out.Layout = Views.front()->Layout;
  Out.Warnings = Views.front()->Warnings;
  for (const UnitResult *View : Views) {
    llvm::append_range(Out.Units, View->Units);
    for (const std::string &Note : View->Notes)
      if (!llvm::is_contained(Out.Notes, Note))
        Out.Notes.push_back(Note);
    if (View->InternalFault)
      Out.InternalFault = View->Units.front() + ": " + *View->InternalFault;
  }
  Out.Notes.push_back(throughText(Out.Units));
  for (const auto &[At, Loop] : byPlace(Views))
    Out.Loops.push_back(mergeLoop(Loop, Views));
  if (llvm::any_of(Views, [&](const UnitResult *View) {
        return View->OldText != Out.OldText;
      }))
    refuseHeader(Out, "the file has changed while it was read");
  else if (!Out.InternalFault)
    Out.NewText = changedText(Out);
  return Out;
}

void agreeWith(UnitResult &Main, const UnitResult &Other) {
  auto Agrees = [&](const LoopReport &Loop) {
    auto Found = llvm::find_if(Other.Loops, [&](const LoopReport &Each) {
      return Each.Place.Line == Loop.Place.Line &&
             Each.Place.Column == Loop.Place.Column;
    });
    return Found != Other.Loops.end() &&
           (isSilent(*Found) ||
            (Found->Verdict == Loop.Verdict &&
             llvm::equal(Found->Edits, Loop.Edits, isSame)));
  };
  const std::string Why =
      "another command of the database for this file needs other text here";
  // What is no loop's is not told apart.
  const bool HasMore = Main.NewText != changedText(Main);
  for (LoopReport &Loop : Main.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten && !Agrees(Loop))
      disagree(Loop, Why);
  if (!HasMore)
    Main.NewText = changedText(Main);
  else if (Main.NewText != Other.NewText)
    refuseHeader(Main, Why);
}

void refuseHeader(UnitResult &Merged, const std::string &Why) {
  for (LoopReport &Loop : Merged.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      disagree(Loop, Why);
  Merged.NewText = Merged.OldText;
}

std::optional<std::string>
findErrorTogether(const ParseJob &Job, const Options &Opts,
                  const UnitResult &Main,
                  llvm::ArrayRef<const UnitResult *> Headers) {
  std::vector<ReplacedHeader> Texts;
  for (const UnitResult *Header : Headers) {
    llvm::SmallString<256> Path(Header->File);
    llvm::sys::fs::make_absolute(Path); // the job has a folder of its own
    Texts.push_back({Path.str().str(), Header->NewText});
  }
  auto Unit = parseSource(Job, Opts, Main.NewText, /*Later=*/nullptr, Texts);
  if (!Unit)
    return toString(Unit.takeError());
  llvm::StringSet<> Old;
  for (const ParseError &E : Main.Errors)
    Old.insert(E.Message);
  for (const ParseError &E : (*Unit)->errors())
    if (!Old.contains(E.Message))
      return E.Place.File + ":" + std::to_string(E.Place.Line) + ": " +
             E.Message;
  return std::nullopt;
}

} // namespace pipeline_rewrite
