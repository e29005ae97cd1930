//===- CanPartition.h - May what counts copies order the threads? ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plan's questions about barriers in shared memory that stand for the loop's
// own, and about threads that only copy.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_CANPARTITION_H
#define PIPELINE_REWRITE_PLAN_CANPARTITION_H

#include "Options/Options.h"
#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// What counts a block's threads waits for nobody who does not come.
Answer canWaitForBlock(llvm::ArrayRef<PlanInstance> Instances);

/// Waits for copies order all that the barrier of an iteration does.
Answer orderOnlyCopies(const PipelinePlan &Plan,
                       llvm::ArrayRef<PlanInstance> Instances);

/// Threads that the block is given besides can do the copies.
Answer canPartition(const PipelinePlan &Plan,
                    llvm::ArrayRef<PlanInstance> Instances,
                    const Options &Opts);

} // namespace pipeline_rewrite
#endif
