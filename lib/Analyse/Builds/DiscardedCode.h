//===- DiscardedCode.h - Branches that every instance discards ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Their text is copied with the rest of the loop, and another unit may have an
// instance that takes them. Only the template's tree has them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_DISCARDEDCODE_H
#define PIPELINE_REWRITE_ANALYSE_DISCARDEDCODE_H

#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

/// Refuses: early-exit, where such a branch leaves the loop; unseen-reference,
/// where one in the loop, or in a function that it calls, is more than
/// `__syncwarp();` or `__syncthreads();`, and where one elsewhere in the kernel
/// changes a variable that the loads or the header have, or names one that they
/// give a value.
std::optional<Refusal> refuseDiscarded(const KLoopSite &Site,
                                       llvm::ArrayRef<LoopFacts> Facts,
                                       const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
