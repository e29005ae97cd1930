//===- BudgetRules.cpp - What a plan may take of an SM --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/BudgetRules.h"
#include "Mutation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

namespace pipeline_rewrite {
namespace {

/// A launch may give a block so many bytes without asking first (CUDA C++
/// Programming Guide, "Shared Memory" of compute capability 7.x and later).
constexpr uint64_t OptInFrom = 48 * 1024;

std::string kilobytes(uint64_t Bytes) {
  std::string Out;
  llvm::raw_string_ostream(Out) << llvm::format("%.4g KB", Bytes / 1024.0);
  return Out;
}

/// "; with BK = 16 (now 32), or BM = 64 (now 128), 2 stages would fit"
std::string whatWouldFit(const SharedMemoryUse &Use, unsigned Stages,
                         const std::string &Arch) {
  std::vector<std::string> Smaller =
      smallerTilesThatFit(Use, Stages, *findArchitecture(Arch));
  return Smaller.empty() ? ""
                         : "; with " + llvm::join(Smaller, ", or ") + ", " +
                               std::to_string(Stages) + " stages would fit";
}

std::string whereIs(const BudgetRow &Row) {
  return Row.Instance + " on " + Row.Arch;
}

struct StageDecision {
  unsigned Stages;
  std::string Why; ///< a sentence; empty if the number is what was asked for
};

/// What one stage more than \p Fit would cost where no more fit.
std::string whyNoMore(const BudgetRow &Least, const BudgetRow &OneMore) {
  std::string Then = std::to_string(Least.StagesThatFit + 1);
  if (OneMore.BytesAfter > OneMore.LimitPerBlock)
    return whereIs(Least) + " would need " + kilobytes(OneMore.BytesAfter) +
           " of static shared memory per block for " + Then;
  return whereIs(Least) + " would drop from " +
         std::to_string(OneMore.BlocksBefore) + " to " +
         std::to_string(OneMore.BlocksAfter) + " blocks per SM with " + Then;
}

/// The most stages up to \p Most that keep the blocks per SM of every instance
/// on every architecture.
StageDecision fitStages(const PipelinePlan &Plan,
                        llvm::ArrayRef<LoopFacts> Instances,
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
  std::string Why = whyNoMore(*Least, More[Least - Rows.begin()]);
  if (Least->StagesThatFit < Stages)
    return {Stages, Count + ", the fewest there are: " + Why};
  return {Stages, Count + ": " + Why};
}

} // namespace

std::vector<BudgetRow> budgetOf(const PipelinePlan &Plan,
                                llvm::ArrayRef<LoopFacts> Instances,
                                unsigned Stages,
                                llvm::ArrayRef<std::string> Archs) {
  std::vector<BudgetRow> Rows;
  for (const LoopFacts &F : Instances)
    for (const std::string &Name : Archs)
      if (const Architecture *Arch = findArchitecture(Name))
        Rows.push_back(computeBudget(Plan.memoryOf(F), Stages, *Arch));
  return Rows;
}

std::optional<std::pair<RefusalId, std::string>>
findBudgetProblem(const PipelinePlan &Plan, llvm::ArrayRef<BudgetRow> Rows,
                  llvm::ArrayRef<LoopFacts> Instances, const Options &Opts) {
  const unsigned Stages = Plan.Stages;
  for (size_t I = 0; I < Rows.size(); ++I) {
    const BudgetRow &R = Rows[I];
    const LoopFacts &Instance = Instances[I * Instances.size() / Rows.size()];
    const SharedMemoryUse Use = Plan.memoryOf(Instance);
    auto Remedy = [&] { return whatWouldFit(Use, Stages, R.Arch); };
    const bool Grows = Use.DynamicUnit != 0;
    const uint64_t Limit = Grows ? R.OptinLimitPerBlock : R.LimitPerBlock;
    // What a run decides is as much as it may be without opting in.
    const uint64_t Unknown =
        Grows && !Use.DynamicBytes ? OptInFrom * Stages : 0;
    const uint64_t Static = R.BytesAfter - Use.dynamicBytes(Stages);
    // The host may allow more than any launch gives.
    const uint64_t Allowed =
        Grows
            ? llvm::alignTo(Instance.Growth.Launch.largest(), Use.DynamicUnit) *
                  Stages
            : 0;
    const uint64_t Needed = std::max(R.BytesAfter, Static + Allowed) + Unknown;
    if ((Needed > Limit || Static > R.LimitPerBlock) &&
        !mutated(Mutation::AllowOverBudget))
      return std::pair(RefusalId::SharedMemoryExceeded,
                       whereIs(R) + (Unknown ? " may need " : " would need ") +
                           kilobytes(Needed) + " of " +
                           (Grows ? "" : "static ") +
                           "shared memory per block; the limit is " +
                           kilobytes(Limit) + Remedy());
    // A pipeline's registers are not known here and often allow fewer blocks
    // than shared memory does, so a loss counts only where it certainly leaves
    // a block alone on its SM.
    if (R.BlocksBefore >= 2 && R.BlocksAfter < 2 && !Opts.AllowOccupancyLoss)
      return std::pair(
          RefusalId::OccupancyLoss,
          whereIs(R) + " would drop from " + std::to_string(R.BlocksBefore) +
              " to " + std::to_string(R.BlocksAfter) + " block per SM (" +
              kilobytes(R.BytesAfter) + " per block; the cliff is at " +
              kilobytes(R.Cliff) + ")" + Remedy());
  }
  return std::nullopt;
}

LaunchPlan planLaunches(const PipelinePlan &Plan,
                        llvm::ArrayRef<LoopFacts> Instances) {
  const unsigned Stages = Plan.Stages;
  LaunchPlan Launch;
  Launch.Stages = Stages;
  Launch.StageUnit = 1;
  for (const LoopFacts &F : Instances)
    Launch.StageUnit = std::lcm(Launch.StageUnit, F.Growth.StageUnit);
  const LaunchSites &Sites = Instances.front().Growth.Launch;
  uint64_t Most = llvm::alignTo(Sites.largest(), Launch.StageUnit) * Stages;
  for (const LoopFacts &F : Instances) {
    uint64_t Static =
        F.Memory.OtherStaticBytes + Plan.memoryOf(F).stateBytes(Stages);
    for (const TileShape &T : F.Memory.Tiles)
      Static += T.Bytes * (T.MultiBuffered ? Stages : 1);
    Launch.RaiseLimit |= !Sites.hasLimit() &&
                         (!Sites.allConstant() || Static + Most > OptInFrom);
  }
  return Launch;
}

/// Parts the loads where a ring has tiles that go through registers; else, or
/// if they cannot run at two distances, why there is no ring.
static std::string whyNoRing(PipelinePlan &Plan,
                             llvm::ArrayRef<LoopFacts> Instances,
                             const clang::ASTContext &Context) {
  const LoopFacts &Facts = Instances.front();
  if (Facts.ConditionWrites && !mutated(Mutation::AllowRecount))
    return "the loop condition changes what it asks for";
  if (!Plan.usesAsync())
    return "what goes through registers is fetched one tile ahead";
  if (Plan.usesBlockPipeline() &&
      (Plan.usesRegisters() || Plan.Shape == LoopShape::Peel))
    return "with a pipeline of the block only where all tiles are copied by "
           "cp.async, in the predicated shape";
  if (!Plan.usesRegisters() || Plan.Phases.Problem)
    return "";
  if (llvm::any_of(Facts.Tiles, [](const Tile &T) { return T.Dynamic; }))
    return "stages in dynamic shared memory are as many for every tile";
  for (const LoopFacts &F : Instances) {
    llvm::SmallPtrSet<const clang::VarDecl *, 4> Registers;
    for (auto [Tile, TilePlan] : llvm::zip(F.Tiles, Plan.Tiles))
      if (TilePlan.Copy == CopyKind::Register)
        Registers.insert(Tile.Var);
    PartsFound Found = findLoadParts(F, Context, Registers,
                                     Plan.Shape == LoopShape::Predicate);
    if (!Found.Parts)
      return Found.WhyNot;
    if (!Plan.Parts)
      Plan.Parts = std::move(Found.Parts);
    else if (describe(*Found.Parts) != describe(*Plan.Parts))
      return "the loads would be parted in another way in '" +
             F.Memory.Instance + "'";
  }
  return "";
}

static StageDecision decideStages(PipelinePlan &Plan,
                                  llvm::ArrayRef<LoopFacts> Instances,
                                  const clang::ASTContext &Context,
                                  const Options &Opts) {
  if (Plan.Stages <= 2)
    return {Plan.Stages, ""};
  if (std::string Why = whyNoRing(Plan, Instances, Context); !Why.empty())
    return {2, "2 stages: " + Why};
  if (Opts.StagesBy == StageCount::Fitting)
    return fitStages(Plan, Instances, Opts.Archs);
  return {Plan.Stages, ""};
}

void giveStages(PipelinePlan &Plan, llvm::ArrayRef<LoopFacts> Instances,
                const clang::ASTContext &Context, const Options &Opts) {
  StageDecision Count = decideStages(Plan, Instances, Context, Opts);
  Plan.Stages = Count.Stages;
  if (!Plan.isRing())
    Plan.Parts = nullptr;
  for (TilePlan &Tile : Plan.Tiles)
    Tile.Stages = Plan.stagesOf(Tile, Plan.Stages);
  if (!Count.Why.empty())
    Plan.Deciding.push_back(Count.Why);
}

} // namespace pipeline_rewrite
