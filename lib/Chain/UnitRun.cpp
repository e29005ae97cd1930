//===- UnitRun.cpp - One unit on its way through the chain ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/UnitRun.h"
#include "Emit/EmitEdits.h"
#include "Emit/Host/LaunchText.h"
#include "Emit/Source/HeaderMacros.h"
#include "Emit/Source/Layout.h"
#include <map>

namespace pipeline_rewrite {

/// The changes of all loops and tiles, with their includes.
static EditSet changesOf(const UnitResult &Result) {
  EditSet All;
  std::map<std::string, unsigned> Includes; // the same order in every file
  auto Take = [&](const auto &Report) {
    All.add(Report.Changes);
    if (Report.Include)
      if (auto [At, New] =
              Includes.try_emplace(Report.Include->Text, Report.Include->Begin);
          !New)
        At->second = std::min(At->second, Report.Include->Begin);
  };
  llvm::for_each(Result.Loops, Take);
  if (Result.TileCopies)
    llvm::for_each(*Result.TileCopies, Take);
  if (Result.TileLayouts)
    All.add(Result.TileLayouts->Changes);
  for (const auto &[Text, Begin] : Includes)
    All.insert(Begin, Text);
  return All;
}

/// As they are written: settled, and laid out.
static std::vector<TextEdit> finalEdits(const EditSet &Changes,
                                        const UnitResult &Result) {
  std::vector<TextEdit> Edits = Changes.settled(Result.OldText);
  return Result.Layout
             ? Result.Layout->arrange(std::move(Edits), Result.OldText)
             : Edits;
}

std::string changedText(const UnitResult &Result) {
  return applied(finalEdits(changesOf(Result), Result), Result.OldText);
}

void settleEdits(UnitResult &Result) {
  for (LoopReport &Loop : Result.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      Loop.Edits = finalEdits(Loop.Changes, Result);
  Result.NewText = changedText(Result);
}

std::vector<TextEdit> editsOf(const UnitResult &Result, const MacroText &Text) {
  return Text.asEditsOfUnit(finalEdits(changesOf(Result), Result));
}

std::optional<unsigned> barriersOf(const LoopRun &Run) {
  if (Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten)
    return countBarriers(Run.Schedule, /*InConditions=*/false,
                         Run.Planned->Plan.copies().WaitIsMatched);
  if (Run.Listed && Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
    return Run.Site->Instances.front().Barriers.size();
  return std::nullopt;
}

std::vector<unsigned> barriersOf(const std::deque<LoopRun> &Runs) {
  std::vector<unsigned> Barriers;
  for (const LoopRun &Run : Runs)
    if (const auto Count = barriersOf(Run))
      Barriers.push_back(*Count);
  return Barriers;
}

std::vector<unsigned> takeRuns(UnitResult &Result,
                               const std::deque<LoopRun> &Runs,
                               const MacroText &Text) {
  std::vector<unsigned> Offsets;
  Result.Loops.clear();
  const std::vector<EditSet> Changes = Text.changesOf(Runs);
  unsigned First = ~0u;
  for (const EditSet &Each : Changes)
    First = std::min(First, Each.begin());
  for (const auto &[Run, Change] : llvm::zip_equal(Runs, Changes))
    if (Run.Listed) {
      LoopReport &Report = Result.Loops.emplace_back(Run.Report);
      if (const Refusal *Why = Text.reasonOf(Run))
        Report.Reason = *Why;
      if (Report.Verdict == LoopVerdict::Rewritten) {
        Report.Changes = Change;
        const PipelinePlan &Plan = Run.Planned->Plan;
        const bool Raises = callsSupport(Plan, Text.own());
        if (Plan.usesAsync() || Raises)
          Report.Include = includeFor(
              Plan.usesAsync() ? std::optional(Plan.Api) : std::nullopt,
              Result.OldText, First, includeLimit(Plan.Api, Text.own()),
              Raises ? allowedBytesSupport(Result.OldText) : "");
      }
      Offsets.push_back(Run.Site->Offset);
    }
  settleEdits(Result);
  // Of loops that change one use of a macro together each has its own edits.
  auto Loop = Result.Loops.begin();
  for (const auto &[Run, Change] : llvm::zip_equal(Runs, Changes))
    if (Run.Listed) {
      const EditSet Own = Text.changesOf(Run);
      if (Loop->Verdict == LoopVerdict::Rewritten &&
          Own.edits().size() != Change.edits().size())
        Loop->Edits = finalEdits(Own, Result);
      ++Loop;
    }
  return Offsets;
}

UnitResult resultOf(const SourceUnit &Unit, const Options &Opts) {
  UnitResult Result;
  Result.File = Unit.file();
  Result.OldText = Result.NewText = Unit.text().str();
  Result.Errors = Unit.errors();
  if (!Opts.Format)
    return Result;
  if (auto Layout = TextLayout::of(Result.File, Result.OldText))
    Result.Layout = std::make_shared<TextLayout>(std::move(*Layout));
  else
    Result.Notes.push_back("new text is not laid out: " +
                           toString(Layout.takeError()));
  return Result;
}

std::unique_ptr<Chain> runChain(MacroText &Text, const Options &Opts,
                                const CompilerFeedback &Feedback) {
  while (true) {
    auto Passes = std::make_unique<Chain>(Text.analysed(), Opts, Feedback);
    if (!Text.writeOut(Passes->run()))
      return Passes;
  }
}

UnitResult planLoops(AnalysedUnit &Unit, const Options &Opts) {
  MacroText Text(Unit, Opts);
  auto Passes = runChain(Text, Opts);
  UnitResult Result = resultOf(Unit.unit(), Opts);
  takeRuns(Result, Passes->runs(), Text);
  Result.Warnings = Passes->warnings();
  Result.InternalFault = Passes->Fault;
  return Result;
}

} // namespace pipeline_rewrite
