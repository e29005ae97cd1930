//===- Unpipeline.cpp - Pipelined loops of a unit become plain ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/Unpipeline.h"
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

  UnitResult run(std::unique_ptr<SourceUnit> &Into) {
    for (const KLoopSite &Site : Known.sites())
      if (isSelected(Site, Opts))
        undo(Site);
    if (Opts.RunKernels && Plain && !runs())
      Plain.reset();
    settleEdits(Result);
    Into = std::move(Plain);
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
    if (auto Why = guess(Site, Report))
      Report.refuse(std::move(*Why));
  }

  /// Tries each guess until one is proven.
  std::optional<Refusal> guess(const KLoopSite &Site, LoopReport &Report) {
    PlainDoubt Best;
    std::set<std::string> Tried;
    const PipelinedText Now(Plain ? *Plain : Unit);
    for (unsigned Choice = 0; Choice < 16; ++Choice) {
      const GuessChoices Choices{bool(Choice & 4), bool(Choice & 8),
                                 !(Choice & 1)};
      auto Guess = guessPlain(Site.Instances.front(), Unit, Choices);
      if (!Guess || Site.InMacro || Site.ReadAgain)
        return Refusal{RefusalId::HandUnread,
                       Site.Place,
                       "no loads of a first tile are seen in front of it",
                       {}};
      EditSet All = Proven;
      All.add(Guess->Edits);
      if (!(Choice & 2))
        dropIncludes(All);
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
      if (Best.Why.empty() || Best.EqualTo < Why->EqualTo)
        Best = std::move(*Why);
    }
    return Refusal{RefusalId::HandUnproven, Site.Place, Best.Why, {}};
  }

  /// Those that only asynchronous copies needed, if no word of theirs is left.
  void dropIncludes(EditSet &Edits) const {
    const llvm::StringRef Old = Unit.text();
    EditSet Fewer = Edits;
    for (const char *Header : {"cuda_pipeline.h", "cuda/pipeline"}) {
      const std::string Line = "#include <" + std::string(Header) + ">";
      const size_t At = Old.find(Line), End = Old.find('\n', At);
      if (At != llvm::StringRef::npos && End != llvm::StringRef::npos)
        Fewer.replace(At, End + 1, "");
    }
    const std::string New = Fewer.apply(Old);
    if (!llvm::StringRef(New).contains("pipeline"))
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

bool isLoop(const LoopReport &Report, llvm::StringRef Kernel, unsigned Number) {
  return Report.IsUndone && Report.Verdict == LoopVerdict::Rewritten &&
         Report.Kernel == Kernel && Report.Number == Number;
}

/// All of the change as one edit, which goes with \p Report.
void addChange(UnitResult &Result, LoopReport &Report) {
  const llvm::StringRef Old = Result.OldText, New = Result.NewText;
  const auto Ends =
      std::mismatch(Old.begin(), Old.end(), New.begin(), New.end());
  const size_t Begin = Ends.first - Old.begin();
  size_t Same = 0;
  while (Same < std::min(Old.size(), New.size()) - Begin &&
         Old[Old.size() - 1 - Same] == New[New.size() - 1 - Same])
    ++Same;
  Report.Changes = EditSet();
  Report.Changes.replace(Begin, Old.size() - Same,
                         New.slice(Begin, New.size() - Same).str());
  Report.Edits = Report.Changes.edits();
}

} // namespace

Options againOptions(const UnitResult &Undone, const SourceUnit &Plain,
                     const Options &Opts) {
  Options Again = Opts;
  Again.Unpipeline = false;
  Again.KernelRegex.clear();
  Again.Loops.clear();
  const AnalysedUnit New(Plain);
  for (const KLoopSite &Site : New.sites())
    for (const LoopReport &Report : Undone.Loops)
      if (isLoop(Report, Site.Kernel, Site.Number)) {
        LoopSelector Of;
        Of.Line = Site.Place.Line;
        Again.Loops.push_back(Of);
      }
  return Again;
}

UnitResult joinAgain(UnitResult Undone, UnitResult Again) {
  LoopReport *First = nullptr;
  bool IsWhole = !Again.InternalFault;
  for (LoopReport &Report : Undone.Loops) {
    const auto At = llvm::find_if(Again.Loops, [&](const LoopReport &New) {
      return isLoop(Report, New.Kernel, New.Number);
    });
    if (At == Again.Loops.end())
      continue;
    At->Place = Report.Place;
    At->LastLine = Report.LastLine;
    At->Definition = Report.Definition;
    At->Edits.clear();
    At->Changes = EditSet();
    At->Include.reset();
    IsWhole &= At->Verdict == LoopVerdict::Rewritten;
    Report = std::move(*At);
    First = First ? First : &Report;
  }
  Undone.NewText = Undone.OldText;
  Undone.InternalFault = std::move(Again.InternalFault);
  llvm::append_range(Undone.Notes, Again.Notes);
  if (IsWhole && First) {
    Undone.NewText = std::move(Again.NewText);
    addChange(Undone, *First);
    return Undone;
  }
  for (LoopReport &Report : Undone.Loops)
    if (Report.Verdict == LoopVerdict::Rewritten)
      Report.refuse({RefusalId::HandUnproven,
                     Report.Place,
                     "another loop of this file gets no new form",
                     {}});
  return Undone;
}

UnitResult unpipelineUnit(const SourceUnit &Unit, const Options &Opts,
                          std::unique_ptr<SourceUnit> &Plain) {
  return Unpipeliner(Unit, Opts).run(Plain);
}

} // namespace pipeline_rewrite
