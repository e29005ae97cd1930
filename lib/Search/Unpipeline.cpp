//===- Unpipeline.cpp - The loops of a unit that are pipelined by hand ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Unpipeline.h"
#include "Chain/UnitRun.h"
#include "Execution/ExecuteLoops.h"
#include "Search/RunRewrites.h"
#include "Undo/UndoLoop.h"
#include "Validate/CheckOutput.h"

namespace pipeline_rewrite {
namespace {

struct UndoneSite {
  const KLoopSite *Site;
  std::optional<undo::UndoneLoop> Undone;
  LoopReport Report;
  bool isUndone() const { return Report.Verdict == LoopVerdict::Rewritten; }
};

class Unpipeliner {
public:
  Unpipeliner(const SourceUnit &Unit, const Options &Opts,
              const Describe &Later)
      : Unit(Unit), Opts(Opts), Later(Later), Known(Unit) {}

  UnitResult run();

private:
  AnalysisInput asked() const {
    AnalysisInput In(Opts);
    In.MayTestRanges = false;
    return In;
  }

  void undo(const KLoopSite &Site);
  /// Parses, proves and runs what is written; false if a loop was dropped.
  bool isSettled();
  static const KLoopSite *siteIn(AnalysedUnit &New, const UndoneSite &Of) {
    for (const KLoopSite &Site : New.sites())
      if (Site.Kernel == Of.Site->Kernel && Site.Number == Of.Site->Number)
        return &Site;
    return nullptr;
  }

  std::optional<Refusal> findFault(const UndoneSite &Of, AnalysedUnit &New);
  bool drop(RefusalId Id, const std::string &Why) {
    for (UndoneSite &Each : Sites)
      if (Each.isUndone())
        Each.Report.refuse({Id, Each.Site->Place, Why, {}});
    return false;
  }

  bool runs(AnalysedUnit &New);
  const SourceUnit &Unit;
  const Options &Opts;
  const Describe &Later;
  AnalysedUnit Known;
  std::vector<UndoneSite> Sites;
};

UnitResult Unpipeliner::run() {
  for (const KLoopSite &Site : Known.sites())
    if (isSelected(Site, Opts))
      undo(Site);
  while (!isSettled())
    ;
  UnitResult Result = resultOf(Unit, Opts);
  for (UndoneSite &Each : Sites)
    Result.Loops.push_back(std::move(Each.Report));
  settleEdits(Result);
  return Result;
}

void Unpipeliner::undo(const KLoopSite &Site) {
  UndoneSite New{&Site, {}, {}};
  New.Report.Place = Site.Place;
  New.Report.LastLine =
      Unit.place(Site.Instances.front().Loop->getEndLoc()).Line;
  New.Report.Kernel = Site.Kernel;
  New.Report.Number = Site.Number;
  const AnalysedLoop &Loop = Known.loop(Site, asked());
  New.Report.Definition = Loop.Definition;
  const bool ByHand =
      !Loop.AlreadyHow.empty() ||
      (Loop.Reason && Loop.Reason->Id == RefusalId::AlreadyAsync);
  std::optional<Refusal> Why;
  if (Site.PatternOnly || Site.InMacro || Site.ReadAgain ||
      Site.Instances.size() != 1)
    Why = Refusal{RefusalId::HandLoop,
                  Site.Place,
                  "it is in a template, in a macro or in a file that is read "
                  "twice",
                  {}};
  if (!Why) {
    auto Undone = undo::undoLoop(Site.Instances.front(), Unit);
    if (auto *Refused = std::get_if<Refusal>(&Undone))
      Why = std::move(*Refused);
    else
      New.Undone = std::move(std::get<undo::UndoneLoop>(Undone));
  }
  if (Why ? !ByHand : New.Undone->Loop.Before.empty())
    return;
  if (Why) {
    New.Report.refuse(std::move(*Why));
  } else {
    New.Report.Verdict = LoopVerdict::Rewritten;
    New.Report.Changes = New.Undone->Edits;
    New.Report.IsUndone = true;
  }
  Sites.push_back(std::move(New));
}

bool Unpipeliner::isSettled() {
  EditSet All;
  for (const UndoneSite &Each : Sites)
    if (Each.isUndone())
      All.add(Each.Report.Changes);
  if (All.empty())
    return true;
  std::vector<WrittenMacro> Written;
  for (const TextEdit &E : All.settled(Unit.text()))
    Written.push_back({E.Begin, E.End, E.Text});
  auto Plain = parseWrittenOut(Unit, Opts, Written, Later);
  if (!Plain)
    return drop(RefusalId::MeaningChanges, toString(Plain.takeError()));
  if (Plain.get()->errors().size() > Unit.errors().size())
    return drop(RefusalId::MeaningChanges,
                "written out: " + Plain.get()->errors().front().Message);
  AnalysedUnit New(**Plain);
  bool IsRight = true;
  for (UndoneSite &Each : Sites)
    if (Each.isUndone())
      if (auto Why = findFault(Each, New)) {
        Each.Report.refuse(std::move(*Why));
        IsRight = false;
      }
  return IsRight && (!Opts.RunKernels || runs(New));
}

std::optional<Refusal> Unpipeliner::findFault(const UndoneSite &Of,
                                              AnalysedUnit &New) {
  const KLoopSite *Site = siteIn(New, Of);
  if (!Site || Site->Instances.size() != 1)
    return Refusal{RefusalId::MeaningChanges,
                   Of.Site->Place,
                   "the plain loop is not found in its text",
                   {}};
  if (auto Why =
          undo::findDifference(*Of.Undone, Site->Instances.front(), New.unit()))
    return Why;
  // Its loads may run ahead, as they did.
  const AnalysedLoop &Loop = New.loop(*Site, asked());
  std::string Why = Loop.Reason ? Loop.Reason->Detail : Loop.NotAKLoop;
  if (!Loop.AlreadyHow.empty())
    Why = "it still is pipelined: " + Loop.AlreadyHow;
  for (const LoopFacts &Facts : Loop.Instances)
    if (Facts.Ranges || !Facts.Assumes.empty() || Facts.Repaired)
      Why = "what tells its loads from its stores is not in the text";
  if (Why.empty())
    return std::nullopt;
  return Refusal{RefusalId::MeaningChanges,
                 Of.Site->Place,
                 "of the plain loop: " + Why,
                 {}};
}

bool Unpipeliner::runs(AnalysedUnit &New) {
  std::vector<LoopToRun> Loops;
  std::vector<UndoneSite *> Of;
  std::vector<const clang::FunctionDecl *> After;
  for (UndoneSite &Each : Sites)
    if (Each.isUndone()) {
      Loops.push_back(originalToRun(*Each.Site, Unit, Opts));
      Loops.back().Blocks = BlockChoice::Likely;
      Loops.back().Stages = std::max<int64_t>(2, Each.Undone->Turns);
      Of.push_back(&Each);
      After.push_back(siteIn(New, Each)->Instances.front().Function);
    }
  ExecutedLoops Done = executeLoops(Unit, Loops, outputCode(New.unit(), After));
  if (Done.Wrong)
    return drop(
        RefusalId::HandRace,
        "'" + Done.Wrong->Kernel + Done.Wrong->Launch +
            "' does something else when it is plain: " + Done.Wrong->What);
  bool IsRun = true;
  for (auto [Site, Each] : llvm::zip_equal(Of, Done.Loops)) {
    Site->Report.Execution = Each;
    if (!Each.isWhole() && !Opts.AllowUnrun) {
      Site->Report.refuse(
          {RefusalId::NotRun, Site->Site->Place, Each.WhyNot, {}});
      IsRun = false;
    }
  }
  return IsRun;
}

} // namespace

UnitResult unpipelineUnit(const SourceUnit &Unit, const Options &Opts,
                          const Describe &Later) {
  return Unpipeliner(Unit, Opts, Later).run();
}

} // namespace pipeline_rewrite
