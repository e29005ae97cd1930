//===- DraftLoops.cpp - A new text for a compiler's eyes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/DraftLoops.h"
#include "Chain/TileCopies.h"
#include "Chain/UnitRun.h"
#include "Plan/Choice/ExpectedGain.h"

namespace pipeline_rewrite {
namespace {

/// What is known of a form and its loop before anything is compiled.
CandidateFacts factsOf(const LoopRun &Run, const PlanInstance &Of) {
  const LoopFacts &F = Of.Facts;
  const PipelinePlan &Plan = Run.Planned->Plan;
  CandidateFacts Facts;
  Facts.Copies = Plan.copyForm();
  Facts.Shape = Plan.Shape;
  Facts.Stages = Plan.Stages;
  Facts.IsRolled = Plan.RollLoop;
  Facts.IsBounded = Plan.Bounds.has_value();
  Facts.ReadsAhead = Plan.FragmentsAhead;
  Facts.Tiles = Plan.Tiles.size();
  for (const TilePlan &Tile : Plan.Tiles)
    if (Tile.Copy == CopyKind::Async) {
      Facts.CopyBytes = Facts.AsyncTiles++
                            ? std::min(Facts.CopyBytes, Tile.CopyBytes)
                            : Tile.CopyBytes;
    }
  Facts.Operations = F.Operations;
  for (const Tile &T : F.Tiles)
    Facts.TileBytes += T.Shape.Bytes;
  Facts.KSteps = F.Steps.Loop.Trips;
  const unsigned Threads = Of.Memory.ThreadsPerBlock;
  if (F.ComputeLoadRatio > 0)
    Facts.BytesLoaded = F.Operations / F.ComputeLoadRatio;
  else if (Threads)
    Facts.BytesLoaded = Facts.TileBytes / Threads;
  Facts.UsesTensorCores = F.UsesTensorCores;
  Facts.HasUnrollHint = F.Loop->unrollHint() != nullptr;
  Facts.Warps = llvm::divideCeil(Threads, ThreadsPerWarp);
  Facts.LaunchedBlocks = Of.LaunchedBlocks.value_or(0);
  Facts.HasFewBlocks = hasFewBlocks(Of);
  return Facts;
}

DraftedLoop draftedLoop(const LoopRun &Run, Chain &Passes) {
  DraftedLoop Loop;
  Loop.Offset = Run.Site->Offset;
  Loop.Place = Run.Site->Place;
  const PipelinePlan &Plan = Run.Planned->Plan;
  for (const PlanInstance &Each : Run.Instances)
    Loop.Functions.push_back(
        {Passes.symbolOf(Each), Plan.memoryOf(Each), Each.Facts.Operations,
         hasFewBlocks(Each), Passes.kernelsOf(Each),
         Passes.unboundedThreads(Each), factsOf(Run, Each)});
  Loop.MayHoldLoads =
      Plan.usesRegisters() && !Plan.HoldLoads && !Plan.Facts->ChoosesBarrier;
  unsigned Barriers = Run.Site->Instances.front().Barriers.size();
  Loop.Barriers = {Barriers,
                   countBarriers(Run.Schedule, /*InConditions=*/true,
                                 /*Waits=*/false),
                   Plan.KeepLoadBarrier, Plan.Twin.has_value(),
                   Plan.KeepSource};
  Loop.Form = Plan.summary();
  Loop.Kind = Plan.form();
  Loop.FormIsFree = Run.FormIsFree;
  Loop.CopiesAsync = Plan.usesAsync();
  Loop.HasTwin = Plan.Twin.has_value();
  Loop.WhyUnbounded = Plan.WhyUnbounded;
  Loop.Asked = Run.Asked;
  return Loop;
}

} // namespace

std::optional<std::string> takeTileCopies(UnitResult &Result, MacroText &Text,
                                          const Options &Opts) {
  std::optional<std::string> Fault;
  Result.TileCopies = rewriteTileCopies(Text.analysed(), Opts, Fault);
  if (!Result.TileCopies)
    return std::nullopt;
  for (TileCopyReport &Copy : *Result.TileCopies) {
    Copy.Changes = Text.asEditsOfOwn(Copy.Changes);
    if (!Copy.Include)
      continue;
    EditSet Include;
    Include.insert(Copy.Include->Begin, Copy.Include->Text);
    Copy.Include = Text.asEditsOfOwn(Include).edits().front();
  }
  return Fault;
}

CompilerFeedback joined(CompilerFeedback Told, const CompilerFeedback &Known) {
  Told.Forms.insert(Known.Forms.begin(), Known.Forms.end());
  Told.Dropped.insert(Known.Dropped.begin(), Known.Dropped.end());
  return Told;
}

Draft draftLoops(MacroText &Text, const Options &Opts,
                 const CompilerFeedback &Feedback) {
  Text.forgetUnused();
  auto Passes = runChain(Text, Opts, Feedback);
  UnitResult Result = resultOf(Text.own(), Opts);
  takeTileCopies(Result, Text, Opts);
  takeRuns(Result, Passes->runs(), Text);
  Draft Now;
  Now.Text = std::move(Result.NewText);
  for (const LoopRun &Run : Passes->runs())
    if (Run.Report.Verdict == LoopVerdict::Rewritten && Run.Planned) {
      Now.Loops.push_back(draftedLoop(Run, *Passes));
      if (Opts.Code) // those that are compared are known before
        Now.Loops.back().Others = Passes->otherFormsOf(Run);
    }
  return Now;
}

} // namespace pipeline_rewrite
