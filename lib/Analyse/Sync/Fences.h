//===- Fences.h - Fences that loads may not cross -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_FENCES_H
#define PIPELINE_REWRITE_ANALYSE_FENCES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// A fence that loads may not cross. One of the block is as good as the barrier
/// that follows it, unless a thread learns in another way what others have
/// stored (CUDA C++ Programming Guide, "Memory Fence Functions").
std::optional<Refusal> findFence(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
