//===- TensorMaps.h - Tiles that the copy engine fills --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_TENSORMAPS_H
#define PIPELINE_REWRITE_PLAN_TENSORMAPS_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// All tiles by tensor maps, in a second kernel.
///
/// Takes:    a plan whose tiles are copied asynchronously.
/// Refuses:  tma-arch, tma-kernel, tma-launches, tma-box, tma-limits.
std::optional<Refusal> useTensorMaps(PipelinePlan &Plan, const PlanInput &In);

} // namespace pipeline_rewrite
#endif
