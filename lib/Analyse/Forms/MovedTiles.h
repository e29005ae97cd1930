//===- MovedTiles.h - Static tiles that could become dynamic --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_MOVEDTILES_H
#define PIPELINE_REWRITE_ANALYSE_MOVEDTILES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Whether static tiles may become parts of dynamic shared memory; likewise.
void findMoves(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
