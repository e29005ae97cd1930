//===- CanPeel.h - Whether the last tile may be peeled --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_CANPEEL_H
#define PIPELINE_REWRITE_PLAN_CANPEEL_H

#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// The peeled tile repeats the computation's text: what may stand only once
/// forbids it.
std::optional<Refusal> findUnpeelable(const PlanInput &In);

/// A barrier after the peeled last tile is needed only if something can
/// follow it.
bool trailingBarrierMatters(const LoopFacts &Facts);

} // namespace pipeline_rewrite
#endif
