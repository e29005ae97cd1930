//===- PlanPipeline.h - Facts and options to a plan -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PLANPIPELINE_H
#define PIPELINE_REWRITE_PLAN_PLANPIPELINE_H

#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Options/Refusal.h"
#include "Plan/PipelinePlan.h"
#include <variant>

namespace pipeline_rewrite {

/// A plan with what the report says of it.
struct PlannedLoop {
  PipelinePlan Plan;
  std::vector<BudgetRow>
      Budget; ///< per instance and architecture, for the planned stages
  std::optional<Refusal>
      Fallback; ///< why the form with more buffers was not taken
};

struct PlanRefused {
  Refusal Reason;
  std::vector<BudgetRow>
      Budget; ///< empty if refused before the budget was known
};

/// The instances in the order to plan them in: the one first that loads by most
/// statements, as the plan is made on it.
std::vector<const LoopFacts *> fullestFirst(llvm::ArrayRef<LoopFacts> Of);

using PlanResult = std::variant<PlannedLoop, PlanRefused>;

/// Decides how the loop is pipelined. Makes every decision; writes no text.
///
/// Takes:      every instance of one loop, and the options.
/// Gives:      a plan that satisfies PipelinePlan::verify(), made on the first
/// instance
///             and right for all.
/// Requires:   the facts came from analyseLoop(); they and the instances stay
///             where they are as long as the plan.
/// Refuses:    instances-differ, copy-not-raw, dynamic-shared-memory,
/// tile-used-outside,
///             stale-tile, stage-misaligned, shared-memory-exceeded,
///             occupancy-loss, nothing-to-gain, and what splitLoads() finds.
/// Never:      looks at source text.
/// Next:       emitEdits() assumes nothing beyond verify().
PlanResult planPipeline(llvm::ArrayRef<PlanInstance> Instances,
                        const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
