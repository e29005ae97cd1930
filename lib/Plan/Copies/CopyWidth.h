//===- CopyWidth.h - How many bytes one copy of a tile moves --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PLAN_COPYWIDTH_H
#define PIPELINE_REWRITE_PLAN_COPYWIDTH_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// Bytes of the narrowest asynchronous copy of tile number \p I in any
/// instance.
unsigned bytesOfCopy(const PlanInput &In, unsigned I);

/// The size of one copy differs between instances or builds, so that the text
/// must check it.
bool copySizeVaries(llvm::ArrayRef<PlanInstance> Instances, unsigned I);

} // namespace pipeline_rewrite
#endif
