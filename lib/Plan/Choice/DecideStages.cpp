//===- DecideStages.cpp - How many buffers a loop gets --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Choice/BudgetRules.h"
#include "Plan/Decisions.h"

namespace pipeline_rewrite {
namespace {

struct StageDecision {
  unsigned Stages;
  std::string Why; ///< a sentence; empty if the number is what was asked for
};

/// What one stage more than \p Fit would cost where no more fit.
std::string whyNoMore(const BudgetRow &Least, const BudgetRow &OneMore,
                      bool IsMoved) {
  std::string Then = std::to_string(Least.StagesThatFit + 1);
  const uint64_t Limit =
      IsMoved ? OneMore.OptinLimitPerBlock : OneMore.LimitPerBlock;
  if (OneMore.BytesAfter > Limit)
    return whereIs(Least) + " would need " +
           fourDigitKilobytes(OneMore.BytesAfter) + " of " +
           (IsMoved ? "" : "static ") + "shared memory per block for " + Then;
  return whereIs(Least) + " would drop from " +
         std::to_string(OneMore.BlocksBefore) + " to " +
         std::to_string(OneMore.BlocksAfter) + " blocks per SM with " + Then;
}

/// The most stages up to \p Most that keep the blocks per SM of every instance
/// on every architecture.
StageDecision fitStages(const PipelinePlan &Plan,
                        llvm::ArrayRef<PlanInstance> Instances,
                        llvm::ArrayRef<std::string> Archs) {
  const unsigned Most = Plan.Stages;
  std::vector<BudgetRow> Rows = budgetOf(Plan, Instances, Most, Archs);
  auto Least = llvm::min_element(Rows, [](const auto &A, const auto &B) {
    return A.StagesThatFit < B.StagesThatFit;
  });
  if (Least == Rows.end() || Least->StagesThatFit >= Most)
    return {Most, std::to_string(Most) +
                      " stages, as many as were allowed: they keep the blocks "
                      "per SM"};
  unsigned Stages = std::max(Least->StagesThatFit, 2u);
  std::string Count = std::to_string(Stages) + " stages";
  std::vector<BudgetRow> More =
      budgetOf(Plan, Instances, Least->StagesThatFit + 1, Archs);
  std::string Why =
      whyNoMore(*Least, More[Least - Rows.begin()], Plan.movesTiles());
  if (Least->StagesThatFit < Stages)
    return {Stages, Count + ", the fewest there are: " + Why};
  return {Stages, Count + ": " + Why};
}

/// Makes a ring, whose loads are parted where it has tiles that go through
/// registers and they can run at two distances.
Answer makeRing(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances) {
  const LoopFacts &Facts = Instances.front();
  if (Facts.ConditionWrites)
    return "the loop condition changes what it asks for";
  if (!Plan.usesAsync())
    return "what goes through registers is fetched one tile ahead";
  for (const LoopFacts &F : Instances)
    if (F.CanLoadSeveral.isNo())
      return "the loads of later tiles wait for the loop's first barrier: " +
             F.CanLoadSeveral.because();
  if (Plan.copies().Protocol.Acquires && Plan.usesRegisters())
    return "with a pipeline of the block only where all tiles are copied by "
           "cp.async";
  if (!Plan.usesRegisters() || Plan.Phases.CanSplit.isNo())
    return Answer::yes();
  if (llvm::any_of(Facts.Tiles, [](const Tile &T) { return T.Dynamic; }))
    return "stages in dynamic shared memory are as many for every tile";
  for (const LoopFacts &F : Instances) {
    PartsFound Found =
        findLoadParts(F, Plan.registerTiles(F),
                      Plan.Phases.joinsArms() ? Arms::Together : Arms::Apart,
                      Plan.Shape == LoopShape::Predicate);
    if (!Found.Parts)
      return Found.Are;
    if (!Plan.Parts) {
      for (LoadPart *Part : {&Found.Parts->Near, &Found.Parts->Ahead})
        decideActions(Part->Phases, Part->Slice, Plan);
      Plan.Parts = std::move(Found.Parts);
    } else if (describe(*Found.Parts) != describe(*Plan.Parts)) {
      return "the loads would be parted in another way in '" +
             F.Memory.Instance + "'";
    }
  }
  return Answer::yes();
}

StageDecision decideStages(PipelinePlan &Plan,
                           llvm::ArrayRef<PlanInstance> Instances,
                           const Options &Opts) {
  if (Plan.Stages <= 2)
    return {Plan.Stages, ""};
  if (Answer Ring = makeRing(Plan, Instances); Ring.isNo())
    return {2, "2 stages: " + Ring.because()};
  if (Opts.StagesBy == StageCount::Fitting)
    return fitStages(Plan, Instances, Opts.Archs);
  return {Plan.Stages, ""};
}

} // namespace

void giveStages(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances,
                const Options &Opts) {
  StageDecision Count = decideStages(Plan, Instances, Opts);
  Plan.Stages = Count.Stages;
  if (!Plan.isRing())
    Plan.Parts = nullptr;
  for (TilePlan &Tile : Plan.Tiles) {
    Tile.Stages = Plan.stagesOf(Tile, Plan.Stages);
    Tile.Stream = Plan.Parts && Tile.Copy == CopyKind::Async ? 1 : 0;
  }
  if (!Count.Why.empty())
    Plan.Deciding.push_back(Count.Why);
}

} // namespace pipeline_rewrite
