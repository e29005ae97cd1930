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

/// "; with BK = 16 (now 32), or BM = 64 (now 128), 2 stages would fit"
std::string whatWouldFit(const SharedMemoryUse &Use, unsigned Stages,
                         const std::string &Arch) {
  std::vector<std::string> Smaller =
      smallerTilesThatFit(Use, Stages, *findArchitecture(Arch));
  return Smaller.empty() ? ""
                         : "; with " + llvm::join(Smaller, ", or ") + ", " +
                               std::to_string(Stages) + " stages would fit";
}

} // namespace

std::string fourDigitKilobytes(uint64_t Bytes) {
  std::string Out;
  llvm::raw_string_ostream(Out) << llvm::format("%.4g KB", Bytes / 1024.0);
  return Out;
}

std::string whereIs(const BudgetRow &Row) {
  return Row.Instance + " on " + Row.Arch;
}

std::vector<BudgetRow> budgetOf(const PipelinePlan &Plan,
                                llvm::ArrayRef<LoopFacts> Instances,
                                unsigned Stages,
                                llvm::ArrayRef<std::string> Archs) {
  std::vector<BudgetRow> Rows;
  for (const LoopFacts &F : Instances) {
    const SharedMemoryUse Use = Plan.memoryOf(F);
    for (const std::string &Name : Archs)
      if (const Architecture *Arch = findArchitecture(Name))
        Rows.push_back(computeBudget(Use, Stages, *Arch));
  }
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
    const uint64_t Unknown = Grows && !Use.DynamicBytes && !Use.DynamicTiles
                                 ? OptInFrom * Stages
                                 : 0;
    const uint64_t Static = R.BytesAfter - Use.dynamicBytes(Stages);
    // The host may allow more than any launch gives.
    SharedMemoryUse Most = Use;
    Most.DynamicBytes = Instance.Growth.Launch.largest();
    const uint64_t Allowed = Grows ? Most.dynamicBytes(Stages) : 0;
    const uint64_t Needed = std::max(R.BytesAfter, Static + Allowed) + Unknown;
    if ((Needed > Limit || Static > R.LimitPerBlock) &&
        !mutated(Mutation::AllowOverBudget))
      return std::pair(RefusalId::SharedMemoryExceeded,
                       whereIs(R) + (Unknown ? " may need " : " would need ") +
                           fourDigitKilobytes(Needed) + " of " +
                           (Grows ? "" : "static ") +
                           "shared memory per block; the limit is " +
                           fourDigitKilobytes(Limit) + Remedy());
    // A pipeline's registers are not known here and often allow fewer blocks
    // than shared memory does, so a loss counts only where it certainly leaves
    // a block alone on its SM.
    if (R.BlocksBefore >= 2 && R.BlocksAfter < 2 && !Opts.AllowOccupancyLoss)
      return std::pair(RefusalId::OccupancyLoss,
                       whereIs(R) + " would drop from " +
                           std::to_string(R.BlocksBefore) + " to " +
                           std::to_string(R.BlocksAfter) + " block per SM (" +
                           fourDigitKilobytes(R.BytesAfter) +
                           " per block; the cliff is at " +
                           fourDigitKilobytes(R.Cliff) + ")" + Remedy());
  }
  return std::nullopt;
}

/// Further stages lie behind the tiles, where all instances have them in one
/// place.
static void stageTilesAlone(LaunchPlan &Launch,
                            llvm::ArrayRef<LoopFacts> Instances) {
  const DynamicGrowth &First = Instances.front().Growth;
  if (First.TilesEnd == 0 || llvm::any_of(Instances, [&](const LoopFacts &F) {
        return F.Growth.TilesBegin != First.TilesBegin ||
               F.Growth.TilesEnd != First.TilesEnd;
      }))
    return;
  Launch.StageBytes =
      llvm::alignTo(First.TilesEnd - First.TilesBegin, Launch.StageUnit);
  Launch.AtLeast = First.TilesEnd + Launch.StageBytes * (Launch.Stages - 1);
}

LaunchPlan planLaunches(const PipelinePlan &Plan,
                        llvm::ArrayRef<LoopFacts> Instances) {
  const unsigned Stages = Plan.Stages;
  LaunchPlan Launch;
  Launch.Stages = Stages;
  Launch.StageUnit = 1;
  for (const LoopFacts &F : Instances)
    Launch.StageUnit = std::lcm(Launch.StageUnit, F.Growth.StageUnit);
  stageTilesAlone(Launch, Instances);
  const LaunchSites &Sites = Instances.front().Growth.Launch;
  const uint64_t Most =
      Launch.AtLeast
          ? std::max(Sites.largest(), Launch.AtLeast)
          : llvm::alignTo(Sites.largest(), Launch.StageUnit) * Stages;
  for (const LoopFacts &F : Instances) {
    const uint64_t Static = Plan.memoryOf(F).staticBytes(Stages);
    // Nothing has allowed the launches in view more than that.
    const bool MayPass =
        Static + Most > OptInFrom || (!Launch.AtLeast && !Sites.allConstant());
    Launch.RaiseLimit |= !Sites.hasLimit() && MayPass;
  }
  return Launch;
}

} // namespace pipeline_rewrite
