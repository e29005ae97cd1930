//===- DecideBounds.h - How many blocks a kernel is compiled for ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_DECIDEBOUNDS_H
#define PIPELINE_REWRITE_PLAN_DECIDEBOUNDS_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// Sets PipelinePlan::Bounds where a number of blocks is asked for
/// (Options::MinBlocks) and can be written; Deciding says why where it cannot.
/// Requires:   the plan's interface is decided, and whether it has a twin.
void decideBounds(PipelinePlan &Plan, const PlanInput &In);

} // namespace pipeline_rewrite
#endif
