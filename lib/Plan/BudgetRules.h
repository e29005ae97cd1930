//===- BudgetRules.h - What a plan may take of an SM ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan: budget rows of all instances, and what follows from them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_BUDGETRULES_H
#define PIPELINE_REWRITE_PLAN_BUDGETRULES_H

#include "Options.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// A row per instance and architecture, for a plan with these copies.
std::vector<BudgetRow> budgetOf(const PipelinePlan &Plan,
                                llvm::ArrayRef<LoopFacts> Instances,
                                unsigned Stages,
                                llvm::ArrayRef<std::string> Archs);

/// Why a plan with these rows, budgetOf() its instances and stages, may not be;
/// id and a sentence, with smaller tiles that would fit.
std::optional<std::pair<RefusalId, std::string>>
findBudgetProblem(const PipelinePlan &Plan, llvm::ArrayRef<BudgetRow> Rows,
                  llvm::ArrayRef<LoopFacts> Instances, const Options &Opts);

struct StageDecision {
  unsigned Stages;
  std::string Why; ///< a sentence; empty if the number is what was asked for
};

/// What the launches must give for the dynamic memory of a loop to have the
/// plan's stages.
LaunchPlan planLaunches(const PipelinePlan &Plan,
                        llvm::ArrayRef<LoopFacts> Instances);

/// How many buffers a plan with these copies and this shape gets.
StageDecision decideStages(const PipelinePlan &Plan,
                           llvm::ArrayRef<LoopFacts> Instances,
                           const Options &Opts);

} // namespace pipeline_rewrite
#endif
