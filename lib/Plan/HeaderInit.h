//===- HeaderInit.h - Where a loop's variables are declared ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_HEADERINIT_H
#define PIPELINE_REWRITE_PLAN_HEADERINIT_H

#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// PipelinePlan::HoistInit of a loop of that shape.
bool mustHoistInit(const LoopFacts &Facts, LoopShape Shape);

} // namespace pipeline_rewrite
#endif
