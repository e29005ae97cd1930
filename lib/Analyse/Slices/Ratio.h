//===- Ratio.h - Arithmetic of a tile against the bytes it loads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_RATIO_H
#define PIPELINE_REWRITE_ANALYSE_RATIO_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::ComputeLoadRatio and UsesTensorCores.
void estimateRatio(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
