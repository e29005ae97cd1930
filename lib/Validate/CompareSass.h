//===- CompareSass.h - Did the compiler keep the pipeline? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPARESASS_H
#define PIPELINE_REWRITE_VALIDATE_COMPARESASS_H

#include "Validate/KernelCode.h"

namespace pipeline_rewrite {

/// Takes: a kernel's code before and after, and how many block barriers each
///        tile passes there.
SassChange compareSass(llvm::ArrayRef<SassInstruction> Before,
                       llvm::ArrayRef<SassInstruction> After,
                       unsigned BarriersBefore, unsigned BarriersAfter);

} // namespace pipeline_rewrite
#endif
