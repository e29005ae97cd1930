//===- SingleBuffer.h - What ties a tile to one buffer --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_SINGLEBUFFER_H
#define PIPELINE_REWRITE_PLAN_SINGLEBUFFER_H

#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// Facts that tie a tile to the one buffer that the source gave it.
std::optional<Refusal> findSingleBufferOnly(const PlanInput &In);

} // namespace pipeline_rewrite
#endif
