//===- PartitionMaps.h - Boxes that threads of their own copy -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PARTITIONMAPS_H
#define PIPELINE_REWRITE_PLAN_PARTITIONMAPS_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// A warp that a block is given besides starts the copies of all boxes.
///
/// Takes:    a plan in which tensor maps copy.
/// Refuses:  tma-kernel, tma-box, tma-launches.
std::optional<Refusal> partitionMaps(PipelinePlan &Plan, const PlanInput &In);

} // namespace pipeline_rewrite
#endif
