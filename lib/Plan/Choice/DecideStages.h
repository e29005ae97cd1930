//===- DecideStages.h - How many buffers a loop gets ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECIDESTAGES_H
#define PIPELINE_REWRITE_PLAN_DECIDESTAGES_H

#include "Options/Options.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// Gives a plan with these copies and this shape its buffers: Plan.Stages,
/// which is what was asked for, at most.
void giveStages(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances,
                const clang::ASTContext &Context, const Options &Opts);

} // namespace pipeline_rewrite
#endif
