//===- DecideFragments.h - When fragments are read ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECIDEFRAGMENTS_H
#define PIPELINE_REWRITE_PLAN_DECIDEFRAGMENTS_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// Sets PipelinePlan::FragmentsAhead where that is asked for
/// (Options::Fragments) and can be done; Deciding says why where it cannot.
/// Requires:   the plan's copies are decided.
void decideFragments(PipelinePlan &Plan, const PlanInput &In);

} // namespace pipeline_rewrite
#endif
