//===- BudgetRules.cpp - What a plan may take of an SM --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Choice/BudgetRules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {
namespace {

/// A launch may give a block so many bytes without asking first (CUDA C++
/// Programming Guide, "Shared Memory" of compute capability 7.x and later).
constexpr uint64_t OptInFrom = 48 * 1024;

/// Of dynamic memory that grows: what a launch in view, or a limit that the
/// host sets, may come to with so many stages. Beyond a launch's own the host
/// may allow more than any gives.
uint64_t mostDynamicBytes(const LoopFacts &Facts, const SharedMemoryUse &Use,
                          unsigned Stages) {
  const uint64_t Allowed = Facts.Growth.Launch.largest();
  return std::max(Allowed, Use.dynamicBytes(Stages));
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
                                llvm::ArrayRef<PlanInstance> Instances,
                                unsigned Stages,
                                llvm::ArrayRef<std::string> Archs) {
  std::vector<BudgetRow> Rows;
  for (const PlanInstance &Each : Instances) {
    const SharedMemoryUse Use = Plan.memoryOf(Each);
    for (const std::string &Name : Archs)
      if (const Architecture *Arch = findArchitecture(Name))
        Rows.push_back(computeBudget(Use, Stages, *Arch));
  }
  return Rows;
}

bool passesStaticLimit(const PipelinePlan &Plan,
                       llvm::ArrayRef<PlanInstance> Instances,
                       unsigned Stages) {
  return llvm::any_of(Instances, [&](const PlanInstance &Each) {
    return Plan.memoryOf(Each).staticBytes(Stages) > OptInFrom;
  });
}

Answer fitsBudget(const PipelinePlan &Plan, llvm::ArrayRef<BudgetRow> Rows,
                  llvm::ArrayRef<PlanInstance> Instances, const Options &Opts) {
  const unsigned Stages = Plan.Stages;
  for (size_t I = 0; I < Rows.size(); ++I) {
    const BudgetRow &R = Rows[I];
    const PlanInstance &Instance =
        Instances[I * Instances.size() / Rows.size()];
    const SharedMemoryUse Use = Plan.memoryOf(Instance);
    auto Remedy = [&] { return whatWouldFit(Use, Stages, R.Arch); };
    const bool Grows = Use.mayGrow();
    const uint64_t Limit = Grows ? R.OptinLimitPerBlock : R.LimitPerBlock;
    const uint64_t Static = R.BytesAfter - Use.dynamicBytes(Stages);
    const uint64_t Dynamic =
        Grows ? mostDynamicBytes(Instance, Use, Stages) : R.BytesAfter - Static;
    const uint64_t Needed = Static + Dynamic;
    if (Needed > Limit || Static > R.LimitPerBlock)
      return Answer(RefusalId::SharedMemoryExceeded,
                    whereIs(R) + " would need " + fourDigitKilobytes(Needed) +
                        " of " + (Grows ? "" : "static ") +
                        "shared memory per block; the limit is " +
                        fourDigitKilobytes(Limit) + Remedy());
    // A pipeline's registers are not known here and often allow fewer blocks
    // than shared memory does, so a loss counts only where it certainly leaves
    // a block alone on its SM.
    if (R.BlocksBefore >= 2 && R.BlocksAfter < 2 && !Opts.AllowOccupancyLoss &&
        !(Opts.BlocksAreJudgedLater && R.BlocksAfter))
      return Answer(RefusalId::OccupancyLoss,
                    whereIs(R) + " would drop from " +
                        std::to_string(R.BlocksBefore) + " to " +
                        std::to_string(R.BlocksAfter) + " block per SM (" +
                        fourDigitKilobytes(R.BytesAfter) +
                        " per block; the cliff is at " +
                        fourDigitKilobytes(R.Cliff) + ")" + Remedy());
  }
  return Answer::yes();
}

LaunchPlan planLaunches(const PipelinePlan &Plan,
                        llvm::ArrayRef<PlanInstance> Instances) {
  LaunchPlan Launch;
  for (const PlanInstance &Each : Instances)
    Launch.AtLeast = std::max(Launch.AtLeast,
                              Plan.memoryOf(Each).dynamicNeeded(Plan.Stages));
  Launch.StageBytes = Instances.front().Memory.DynamicPerStage;
  Launch.RaiseLimit = llvm::any_of(Instances, [&](const PlanInstance &Each) {
    return Each.Facts.Growth.Launch.MayBeLimited ||
           Plan.memoryOf(Each).staticBytes(Plan.Stages) + Launch.AtLeast >
               OptInFrom;
  });
  return Launch;
}

} // namespace pipeline_rewrite
