//===- GuardedSizes.h - Sizes that a kernel guards against ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_CHECK_GUARDEDSIZES_H
#define PIPELINE_REWRITE_CHECK_GUARDEDSIZES_H

#include "Check/UnitKernels.h"

namespace pipeline_rewrite {

/// Positions of the integers that stand in a condition of the kernel other than
/// a loop's: it is written for any value of them.
std::vector<unsigned> guardedIntegers(const UnitKernel &Kernel);

} // namespace pipeline_rewrite
#endif
