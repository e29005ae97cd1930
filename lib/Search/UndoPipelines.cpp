//===- UndoPipelines.cpp - Loops that are pipelined by hand, taken apart --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/UndoPipelines.h"
#include "Chain/UnitRun.h"
#include "Execution/ExecuteLoops.h"
#include "Match/FindKLoops.h"
#include "Search/RunRewrites.h"
#include "Undo/PlainLoop.h"

namespace pipeline_rewrite {
namespace {

bool isByHand(const LoopReport &Loop) {
  return Loop.Verdict == LoopVerdict::AlreadyPipelined && !Loop.Shape;
}

HandShape shapeOf(const FoundPipeline &Found) {
  HandShape Out;
  Out.Copies = Found.copies();
  Out.Distance = Found.distance();
  Out.Buffers = Found.buffers();
  return Out;
}

/// A loop, and where it stands in a text that \p Edits make.
unsigned movedBy(const std::vector<TextEdit> &Edits, unsigned Offset) {
  int64_t At = Offset;
  for (const TextEdit &Each : Edits)
    if (Each.End <= Offset)
      At += static_cast<int64_t>(Each.Text.size()) - (Each.End - Each.Begin);
  return static_cast<unsigned>(At);
}

const KLoopSite *siteAt(llvm::ArrayRef<KLoopSite> Sites, unsigned Offset) {
  const auto At = llvm::find_if(
      Sites, [&](const KLoopSite &Each) { return Each.Offset == Offset; });
  return At != Sites.end() ? &*At : nullptr;
}

class Undo {
public:
  Undo(const SourceUnit &Unit, const Options &Opts)
      : Unit(Unit), Opts(Opts), Known(Unit), Result(resultOf(Unit, Opts)) {}

  UnitResult run();

private:
  void undo(const KLoopSite &Site, LoopReport &Report);
  std::variant<EditSet, Refusal> plainText(llvm::ArrayRef<FoundPipeline> Found,
                                           LoadsOf From) const;
  std::optional<Refusal> prove(const KLoopSite &Site,
                               llvm::ArrayRef<FoundPipeline> Found,
                               const EditSet &Edits) const;
  void settle();
  void dropInclude();
  bool runBoth();

  const SourceUnit &Unit;
  const Options &Opts;
  AnalysedUnit Known;
  UnitResult Result;
  std::vector<const KLoopSite *> Sites; ///< of Result.Loops
};

std::variant<EditSet, Refusal>
Undo::plainText(llvm::ArrayRef<FoundPipeline> Found, LoadsOf From) const {
  std::optional<EditSet> Out;
  for (const FoundPipeline &Each : Found) {
    auto Made = writePlainLoop(Each, Unit, From);
    if (std::holds_alternative<Refusal>(Made))
      return Made;
    EditSet &Edits = std::get<EditSet>(Made);
    if (Out && Out->apply(Unit.text()) != Edits.apply(Unit.text()))
      return Refusal{RefusalId::InstancesDiffer,
                     Unit.place(Each.Loop->Loop->getBeginLoc()),
                     "its instances are pipelined in different ways",
                     {}};
    Out = std::move(Edits);
  }
  return *Out;
}

/// Parses the text with this loop alone changed: the loop is plain, and
/// computes with the same tiles.
std::optional<Refusal> Undo::prove(const KLoopSite &Site,
                                   llvm::ArrayRef<FoundPipeline> Found,
                                   const EditSet &Edits) const {
  auto Refuse = [&](RefusalId Id, std::string Detail) {
    return Refusal{Id, Site.Place, std::move(Detail), {}};
  };
  const std::vector<TextEdit> Settled = Edits.settled(Unit.text());
  auto New = parseAgain(Unit, Opts, applied(Settled, Unit.text()));
  if (!New)
    return Refuse(RefusalId::PipelineNotRecognised,
                  llvm::toString(New.takeError()));
  if ((*New)->errors().size() > Unit.errors().size())
    return Refuse(RefusalId::PipelineNotRecognised,
                  "the plain loop would not compile: " +
                      (*New)->errors().back().Message);
  AnalysedUnit After(**New);
  const KLoopSite *Plain = siteAt(After.sites(), movedBy(Settled, Site.Offset));
  if (!Plain || Plain->Instances.size() != Found.size())
    return Refuse(RefusalId::PipelineNotRecognised,
                  "the plain loop is not found again");
  for (const auto &[Old, Made] : llvm::zip_equal(Found, Plain->Instances))
    if (auto R = comparePlain(Old, Unit, Made, **New))
      return R;
  // The loads run later than before: past the stores of computations.
  AnalysisInput In(Opts);
  In.MayTestRanges = false;
  const AnalysedLoop &Facts = After.loop(*Plain, In);
  if (Facts.Reason)
    return Refusal{Facts.Reason->Id,
                   Site.Place,
                   "as a plain loop: " + Facts.Reason->Detail,
                   {}};
  if (!Facts.NotAKLoop.empty() || !Facts.AlreadyHow.empty())
    return Refuse(RefusalId::PipelineNotRecognised,
                  "what would be written is no plain loop");
  return std::nullopt;
}

void Undo::undo(const KLoopSite &Site, LoopReport &Report) {
  std::vector<FoundPipeline> Found;
  std::optional<Refusal> Why;
  if (Site.PatternOnly)
    return;
  for (const KLoop &Instance : Site.Instances) {
    auto Each = recognisePipeline(Instance, Unit);
    if (auto *R = std::get_if<Refusal>(&Each)) {
      // Nobody says of a loop that it is pipelined.
      if (Report.Verdict == LoopVerdict::AlreadyPipelined)
        Report.refuse(std::move(*R));
      return;
    }
    Found.push_back(std::move(std::get<FoundPipeline>(Each)));
  }
  Report.Shape = shapeOf(Found.front());
  // Text that loads the first tile as it stands is nearer to the author's.
  const bool ByRegister = !Found.front().Registers.empty();
  const LoadsOf First = ByRegister ? LoadsOf::Prologue : LoadsOf::Loop;
  for (LoadsOf From : {First, ByRegister ? LoadsOf::Loop : LoadsOf::Prologue}) {
    auto Made = plainText(Found, From);
    auto *No = std::get_if<Refusal>(&Made);
    std::optional<Refusal> Wrong =
        No ? std::optional(*No) : prove(Site, Found, std::get<EditSet>(Made));
    if (!Wrong) {
      Report.Verdict = LoopVerdict::Rewritten;
      Report.Reason.reset();
      Report.Shape->IsUndone = true;
      Report.Changes = std::get<EditSet>(Made);
      return;
    }
    if (!Why || From == LoadsOf::Loop)
      Why = std::move(Wrong);
  }
  const auto Shape = Report.Shape;
  Report.refuse(std::move(*Why));
  Report.Shape = Shape;
}

/// The header of copies that nothing needs any more.
void Undo::dropInclude() {
  static constexpr llvm::StringLiteral Line = "#include <cuda_pipeline.h>\n";
  const size_t At = llvm::StringRef(Result.OldText).find(Line);
  if (!Result.changed() || At == std::string::npos ||
      llvm::StringRef(Result.NewText).contains("__pipeline_") ||
      llvm::StringRef(Result.NewText).contains("nvcuda"))
    return;
  if (!llvm::StringRef(Result.OldText).contains("__pipeline_"))
    return;
  for (LoopReport &Loop : Result.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten) {
      size_t End = At + Line.size();
      if (!At && llvm::StringRef(Result.OldText).substr(End).starts_with("\n"))
        ++End;
      Loop.Changes.replace(At, End, "");
      break;
    }
  settleEdits(Result);
}

/// Gives: true if a loop is left alone for what came of it.
bool Undo::runBoth() {
  auto New = parseAgain(Unit, Opts, Result.NewText);
  if (!New || (*New)->errors().size() > Unit.errors().size()) {
    Result.InternalFault = "the plain loops do not parse together";
    if (!New)
      llvm::consumeError(New.takeError());
    return false;
  }
  if (!Opts.RunKernels)
    return false;
  std::vector<LoopToRun> Loops;
  std::vector<LoopReport *> Reports;
  const AnalysedUnit After(**New);
  std::vector<const clang::FunctionDecl *> Functions;
  for (auto [Site, Loop] : llvm::zip_equal(Sites, Result.Loops))
    if (Loop.Verdict == LoopVerdict::Rewritten) {
      Loops.push_back(originalToRun(*Site, Unit, Opts));
      Reports.push_back(&Loop);
      for (const KLoopSite &Each : After.sites())
        if (Each.Kernel == Site->Kernel)
          for (const KLoop &Instance : Each.Instances)
            Functions.push_back(Instance.Function);
    }
  ExecutedLoops Done = executeLoops(Unit, Loops, outputCode(**New, Functions));
  if (Done.Wrong) {
    takeFault(Result, std::move(*Done.Wrong));
    return false;
  }
  bool IsDropped = false;
  for (auto [Report, Execution, Loop] :
       llvm::zip_equal(Reports, Done.Loops, Loops)) {
    Report->Execution = Execution;
    if (isUnrun(Execution, Loop, Unit, Opts)) {
      const auto Shape = Report->Shape;
      Report->refuse({RefusalId::NotRun, Report->Place, Execution.WhyNot, {}});
      Report->Shape = Shape;
      Report->Shape->IsUndone = false;
      Report->Changes = EditSet();
      IsDropped = true;
    }
  }
  return IsDropped;
}

UnitResult Undo::run() {
  for (const KLoopSite &Site : Known.sites()) {
    if (!isSelected(Site, Opts))
      continue;
    const AnalysedLoop &Loop = Known.loop(Site, AnalysisInput(Opts));
    if (Loop.AlreadyHow.empty() && !Loop.Reason)
      continue; // plain, or none
    LoopReport &Report = Result.Loops.emplace_back();
    Sites.push_back(&Site);
    Report.Place = Site.Place;
    Report.LastLine = Unit.place(Site.Instances.front().Loop->getEndLoc()).Line;
    Report.Kernel = Site.Kernel;
    Report.Number = Site.Number;
    Report.Definition = Loop.Definition;
    Report.AlreadyHow = Loop.AlreadyHow;
    Report.Verdict = LoopVerdict::AlreadyPipelined;
    if (Loop.Reason)
      Report.refuse(*Loop.Reason);
    undo(Site, Report);
  }
  do {
    settleEdits(Result);
    dropInclude();
  } while (Result.changed() && runBoth());
  if (Result.InternalFault)
    Result.NewText = Result.OldText;
  return std::move(Result);
}

} // namespace

void noteShapes(UnitResult &Result, const SourceUnit &Unit,
                const Options &Opts) {
  if (llvm::none_of(Result.Loops, isByHand))
    return;
  const std::vector<KLoopSite> Sites = findKLoops(Unit);
  for (LoopReport &Loop : Result.Loops)
    for (const KLoopSite &Site : Sites)
      if (isByHand(Loop) && Site.Place == Loop.Place && !Site.PatternOnly) {
        auto Found = recognisePipeline(Site.Instances.front(), Unit);
        if (const auto *Is = std::get_if<FoundPipeline>(&Found))
          Loop.Shape = shapeOf(*Is);
      }
}

UnitResult undoPipelines(const SourceUnit &Unit, const Options &Opts) {
  return Undo(Unit, Opts).run();
}

} // namespace pipeline_rewrite
