//===- Unpipeline.cpp - Pipelined loops of a unit become plain ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/Unpipeline.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Chain/UnitRun.h"
#include "Execution/ExecuteLoops.h"
#include "Search/RunRewrites.h"
#include "Undo/ProvePlain.h"

namespace pipeline_rewrite {
namespace {

/// A loop that has become plain, and is to be run.
struct Undone {
  const KLoopSite *Site;
  size_t Report; ///< its index
  unsigned Stages;
};

class Unpipeliner {
public:
  Unpipeliner(const SourceUnit &Unit, const Options &Opts)
      : Unit(Unit), Opts(Opts), Known(Unit), Result(resultOf(Unit, Opts)) {}

  UnitResult run() {
    for (const KLoopSite &Site : Known.sites())
      if (isSelected(Site, Opts))
        undo(Site);
    if (Opts.RunKernels && Plain && !runs())
      Plain.reset();
    settleEdits(Result);
    return std::move(Result);
  }

private:
  void undo(const KLoopSite &Site) {
    const AnalysedLoop &Loop = Known.loop(Site, AnalysisInput(Opts));
    if (llvm::any_of(Proven.edits(), [&](const TextEdit &E) {
          return E.Begin <= Site.Offset && Site.Offset < E.End;
        }))
      return; // computed the last tiles of a loop that is plain now
    if (Loop.AlreadyHow.empty() &&
        !(Loop.Reason && Loop.Reason->Id == RefusalId::AlreadyAsync))
      return;
    LoopReport &Report = Result.Loops.emplace_back();
    Report.Place = Site.Place;
    Report.LastLine = Unit.place(Site.Instances.front().Loop->getEndLoc()).Line;
    Report.Kernel = Site.Kernel;
    Report.Number = Site.Number;
    Report.Definition = Loop.Definition;
    auto Why = findOtherBuild(Site);
    if (!Why)
      Why = guess(Site, Report);
    if (Why)
      Report.refuse(std::move(*Why));
  }

  /// The proof compares numbers, which are this build's.
  std::optional<Refusal> findOtherBuild(const KLoopSite &Site) const {
    for (const KLoop &K : Site.Instances)
      if (const Answer All = haveAllBuildsItsSizes(K.Function, {}, Unit);
          !All.isYes())
        return Refusal{RefusalId::HandUnproven,
                       Site.Place,
                       "the proof is one of this build's numbers, and " +
                           All.because(),
                       {}};
    return std::nullopt;
  }

  /// Tries each guess until one is proven.
  std::optional<Refusal> guess(const KLoopSite &Site, LoopReport &Report) {
    PlainDoubt Best;
    std::set<std::string> Tried;
    const PipelinedText Now(Plain ? *Plain : Unit);
    const KLoop &Loop = Site.Instances.front();
    for (unsigned Choice = 0; Choice < 17; ++Choice) {
      const GuessChoices Choices{bool(Choice & 4), bool(Choice & 8),
                                 !(Choice & 1)};
      auto Guess = Choice == 16 ? guessByHand(Loop, Unit)
                                : guessPlain(Loop, Unit, Choices);
      if (Site.InMacro || Site.ReadAgain)
        break;
      if (!Guess)
        continue;
      if (!(Choice & 18))
        dropIncludes(Guess->Edits);
      EditSet All = Proven;
      All.add(Guess->Edits);
      const std::string Text = All.apply(Unit.text());
      if (!Tried.insert(Text).second)
        continue;
      std::unique_ptr<SourceUnit> New;
      auto Why = provePlain(Now, Site, Text, *Guess, Opts, New);
      if (!Why) {
        Report.Verdict = LoopVerdict::Rewritten;
        Report.Changes = Guess->Edits;
        Report.IsUndone = true;
        Proven = std::move(All);
        Plain = std::move(New);
        Loops.push_back(
            {&Site, Result.Loops.size() - 1, std::max(2u, Guess->Stages)});
        return std::nullopt;
      }
      // The last guess is read step by step, and can say what is wrong.
      if (Best.Why.empty() || (Choice == 16 && Why->EqualTo) ||
          Best.EqualTo < Why->EqualTo)
        Best = std::move(*Why);
    }
    if (Best.Why.empty())
      return Refusal{RefusalId::HandUnread,
                     Site.Place,
                     "no loads of a first tile are seen in front of it",
                     {}};
    return Refusal{RefusalId::HandUnproven, Site.Place, Best.Why, {}};
  }

  /// Those that only asynchronous copies needed, if no word of theirs is left.
  void dropIncludes(EditSet &Edits) const {
    const llvm::StringRef Old = Unit.text();
    EditSet Fewer = Edits;
    for (const char *Header : {"cuda_pipeline.h", "cuda/pipeline"}) {
      const std::string Line = "#include <" + std::string(Header) + ">\n";
      const size_t At = Old.find(Line);
      if (At == llvm::StringRef::npos)
        continue;
      // With the empty line that parted it from what follows.
      const bool IsApart = Old.substr(At + Line.size()).starts_with("\n") &&
                           (!At || Old.take_front(At).ends_with("\n\n"));
      Fewer.replace(At, At + Line.size() + IsApart, "");
    }
    EditSet All = Proven;
    All.add(Fewer);
    if (!llvm::StringRef(All.apply(Old)).contains("pipeline"))
      Edits = std::move(Fewer);
  }

  /// Both texts; false if nothing is to be written.
  bool runs() {
    std::vector<LoopToRun> ToRun;
    std::vector<const clang::FunctionDecl *> After;
    AnalysedUnit New(*Plain);
    for (const Undone &Each : Loops) {
      ToRun.push_back(originalToRun(*Each.Site, Unit, Opts));
      ToRun.back().Blocks = BlockChoice::Likely;
      ToRun.back().Stages = Each.Stages;
      for (const KLoopSite &Site : New.sites())
        if (Site.Kernel == Each.Site->Kernel)
          for (const KLoop &Instance : Site.Instances)
            After.push_back(Instance.Function);
    }
    ExecutedLoops Done = executeLoops(Unit, ToRun, outputCode(*Plain, After));
    bool IsRun = true;
    for (size_t I = 0; I < Loops.size(); ++I) {
      LoopReport &Report = Result.Loops[Loops[I].Report];
      if (Done.Wrong) {
        Report.refuse(
            {RefusalId::HandUnproven,
             Report.Place,
             "'" + Done.Wrong->Kernel + Done.Wrong->Launch +
                 "' does something else when it is plain: " + Done.Wrong->What,
             {}});
        continue;
      }
      Report.Execution = Done.Loops[I];
      if (Done.Loops[I].isWhole() || Opts.AllowUnrun)
        continue;
      IsRun = false;
    }
    if (!IsRun)
      for (const Undone &Each : Loops) {
        LoopReport &Report = Result.Loops[Each.Report];
        Report.refuse({RefusalId::NotRun,
                       Report.Place,
                       Report.Execution->isWhole()
                           ? "another loop could not be run"
                           : Report.Execution->WhyNot,
                       {}});
      }
    return IsRun && !Done.Wrong;
  }

  const SourceUnit &Unit;
  const Options &Opts;
  AnalysedUnit Known;
  UnitResult Result;
  EditSet Proven;
  std::unique_ptr<SourceUnit> Plain;
  std::vector<Undone> Loops;
};

} // namespace

UnitResult unpipelineUnit(const SourceUnit &Unit, const Options &Opts) {
  return Unpipeliner(Unit, Opts).run();
}

} // namespace pipeline_rewrite
