//===- Widen.h - Copy loops that could copy more at once ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_WIDEN_H
#define PIPELINE_REWRITE_ANALYSE_WIDEN_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::WideLoops, and of the other tiles why there is none.
void findWideLoops(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
