//===- Slices.h - Load slice, compute slice, what both read ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SLICES_H
#define PIPELINE_REWRITE_ANALYSE_SLICES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

std::optional<Refusal> sliceUnits(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
