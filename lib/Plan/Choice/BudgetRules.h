//===- BudgetRules.h - What a plan may take of an SM ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan: budget rows of all instances, and what follows from them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_BUDGETRULES_H
#define PIPELINE_REWRITE_PLAN_BUDGETRULES_H

#include "Options/Options.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// "48.04 KB": that a limit is exceeded must be seen, too.
std::string fourDigitKilobytes(uint64_t Bytes);

/// "gemm<64> on sm_90"
std::string whereIs(const BudgetRow &Row);

/// A row per instance and architecture, of \p Plan with so many stages.
std::vector<BudgetRow> budgetOf(const PipelinePlan &Plan,
                                llvm::ArrayRef<PlanInstance> Instances,
                                unsigned Stages,
                                llvm::ArrayRef<std::string> Archs);

/// Its tiles are static, and in an instance they pass what a block has of
/// static memory with so many stages.
bool passesStaticLimit(const PipelinePlan &Plan,
                       llvm::ArrayRef<PlanInstance> Instances, unsigned Stages);

/// A plan with these rows, budgetOf() it, its instances and its stages, may be;
/// a no names smaller tiles that would fit.
///
/// Refuses: shared-memory-exceeded, occupancy-loss.
Answer fitsBudget(const PipelinePlan &Plan, llvm::ArrayRef<BudgetRow> Rows,
                  llvm::ArrayRef<PlanInstance> Instances, const Options &Opts);

/// What the launches must give for the dynamic memory of a loop to have the
/// plan's stages.
LaunchPlan planLaunches(const PipelinePlan &Plan,
                        llvm::ArrayRef<PlanInstance> Instances);

} // namespace pipeline_rewrite
#endif
