//===- RunRewrites.cpp - The rewritten loops of a result are run ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/RunRewrites.h"
#include "Execution/ChildProcess.h"
#include "Execution/ExecuteLoops.h"

using namespace clang;

namespace pipeline_rewrite {

LoopToRun originalToRun(const KLoopSite &Site, const SourceUnit &Unit,
                        const Options &Opts) {
  LoopToRun Out;
  Out.Counted = countedLoop(Site, Unit);
  for (const KLoop &Instance : Site.Instances)
    Out.Functions.push_back(Instance.Function);
  Out.Blocks = BlockChoice::InViewIfAny;
  Out.BlockThreads = Opts.BlockThreads;
  Out.DynamicBytes = Opts.DynamicBytes;
  Out.AssumeNoAlias = Opts.AssumeNoAlias;
  return Out;
}

namespace {

/// A box in the words of a launch.
MapArgument argumentOf(const TileBox &Box) {
  MapArgument Out;
  Out.Base = Box.Base->getFunctionScopeIndex();
  Out.ElementBytes = Box.ElementBytes;
  Out.Rows = Box.Rows;
  Out.Columns = Box.Columns;
  for (const TileBox::StrideTerm &Term : Box.Stride) {
    auto &New = Out.Stride.emplace_back();
    New.Factor = Term.Factor;
    for (const ParmVarDecl *P : Term.Of)
      New.Of.push_back(P->getFunctionScopeIndex());
  }
  return Out;
}

LoopToRun::Twin twinOf(const LoopFacts &Instance, const PipelinePlan &Plan) {
  LoopToRun::Twin Out;
  for (auto [Tile, Box] : llvm::zip_equal(Plan.Tiles, Instance.Boxes.Of))
    if (Tile.Box)
      Out.Maps.push_back(argumentOf(Box));
  if (const auto &Asked = Instance.Boxes.Asked)
    Out.Block = {Asked->Shape[0], Asked->Shape[1], Asked->Shape[2]};
  return Out;
}

LaunchChange changeOf(const PipelinePlan &Plan) {
  LaunchChange Out;
  Out.AtLeast = Plan.Launch.AtLeast;
  Out.AsksLaunch = Plan.Launch.Test.has_value();
  Out.SecondLayer = Plan.isPartitioned();
  return Out;
}

/// The loop as it was written, of \p Original, if it is seen there: what the
/// chain made of it may pass other barriers.
LoopToRun loopToRun(const LoopRun &Run, const KLoopSite *Original,
                    const SourceUnit &Unit) {
  LoopToRun Out;
  if (Original)
    Out.Counted = countedLoop(*Original, Unit);
  Out.Counted.Barriers = Run.Site->Instances.front().Barriers.size();
  Out.Counted.Votes = Run.Site->Instances.front().Votes.size();
  Out.Stages = Run.Planned->Plan.Stages;
  // Boxes are found in these, and no other form relies on that.
  if (Run.Planned->Plan.Facts->ReliesOnBlocks || Run.Planned->Plan.Twin)
    Out.Blocks = BlockChoice::InView;
  for (auto [I, F] : llvm::enumerate(Run.Facts)) {
    if (Original && I < Original->Instances.size())
      Out.Functions.push_back(Original->Instances[I].Function);
    if (Run.Planned->Plan.Twin)
      Out.Twins.push_back(twinOf(F, Run.Planned->Plan));
  }
  Out.Change = changeOf(Run.Planned->Plan);
  // Behind a break; what the rule on breaks proves is read of objects, which
  // are no buffers.
  Out.Change.ReadsAhead = Run.Asked.AssumeTilesExist &&
                          llvm::any_of(Run.Facts, [](const LoopFacts &F) {
                            return !F.Loop->Exits.empty();
                          });
  Out.BlockThreads = Run.Asked.BlockThreads;
  Out.DynamicBytes = Run.Asked.DynamicBytes;
  Out.AssumeNoAlias = Run.Asked.AssumeNoAlias;
  return Out;
}

bool isRewritten(const LoopRun &Run) {
  return Run.Listed && Run.Report.Verdict == LoopVerdict::Rewritten &&
         Run.Planned;
}

/// A kernel has one launch: what one of its loops changes of it holds for all.
void shareChanges(std::vector<LoopToRun> &Loops) {
  for (LoopToRun &Loop : Loops)
    for (const LoopToRun &Other : Loops)
      if (!Loop.Functions.empty() && !Other.Functions.empty() &&
          Loop.Functions.front() == Other.Functions.front()) {
        Loop.Change.AtLeast =
            std::max(Loop.Change.AtLeast, Other.Change.AtLeast);
        Loop.Change.AsksLaunch |= Other.Change.AsksLaunch;
        Loop.Change.SecondLayer |= Other.Change.SecondLayer;
        Loop.Change.ReadsAhead |= Other.Change.ReadsAhead;
      }
}

/// The reports of the rewritten loops, in the order of the runs.
std::vector<LoopReport *> reportsOf(UnitResult &Result) {
  std::vector<LoopReport *> Reports;
  for (LoopReport &Loop : Result.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      Reports.push_back(&Loop);
  return Reports;
}

/// Whether the loop is left alone for want of a run. One of a header is run
/// through the sources whose kernels call it; where nothing at all can be run,
/// as without fork(), nobody waits for it; what --verify=execute runs is the
/// user's own program.
bool isUnrun(const LoopExecution &Done, const LoopToRun &Loop,
             const SourceUnit &Unit, const Options &Opts) {
  if (Opts.StrictVerify)
    return !Done.isWhole();
  if (Opts.AllowUnrun || Opts.Execute || Done.Launches || !hasChildren())
    return false;
  return Unit.subject() == Unit.sources().getMainFileID() ||
         !kernelsOf(Loop, KernelCallers(Unit.context())).empty();
}

std::string faultText(const Counterexample &Wrong) {
  std::string Text =
      "original and output differ when they are run: " + Wrong.What + "; '" +
      Wrong.Kernel + Wrong.Launch + "' (" + Wrong.Schedule + ")";
  for (const std::string &Argument : Wrong.Arguments)
    Text += ", " + Argument;
  return Text;
}

} // namespace

std::map<unsigned, Refusal> runRewrites(UnitResult &Result,
                                        const MacroText &Text,
                                        const std::deque<LoopRun> &Runs,
                                        llvm::StringRef OutputCode,
                                        const Options &Opts) {
  const SourceUnit &Unit = Text.own();
  std::vector<LoopToRun> Loops;
  std::vector<const LoopRun *> Of;
  for (const LoopRun &Run : Runs)
    if (isRewritten(Run)) {
      Loops.push_back(loopToRun(Run, Text.ownSite(Run), Unit));
      Of.push_back(&Run);
    }
  if (Loops.empty()) // tiles that are loaded once
    return {};
  shareChanges(Loops);
  ExecutedLoops Done = executeLoops(Unit, Loops, OutputCode);
  if (Done.Wrong) {
    Result.InternalFault = faultText(*Done.Wrong);
    Result.Wrong = std::move(Done.Wrong);
    Result.WrongText = Result.NewText;
    return {};
  }
  std::map<unsigned, Refusal> Dropped;
  for (auto [Report, Execution, Run, Loop] :
       llvm::zip_equal(reportsOf(Result), Done.Loops, Of, Loops)) {
    Report->Execution = Execution;
    if (isUnrun(Execution, Loop, Unit, Opts))
      Dropped[Run->Site->Offset] = {
          RefusalId::NotRun, Run->Site->Place, Execution.WhyNot, {}};
  }
  return Dropped;
}

} // namespace pipeline_rewrite
