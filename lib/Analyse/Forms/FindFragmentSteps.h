//===- FindFragmentSteps.h - K-steps of a tile, and their fragments -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FINDFRAGMENTSTEPS_H
#define PIPELINE_REWRITE_ANALYSE_FINDFRAGMENTSTEPS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::Steps.
void findFragmentSteps(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
