//===- OutsideUses.h - What a static tile means outside the loop ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OUTSIDEUSES_H
#define PIPELINE_REWRITE_ANALYSE_OUTSIDEUSES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// A use of the tile \p V that means the one buffer of the source; nullptr if
/// there is none.
const clang::Expr *findUseOfOneBuffer(const LoopAnalysis &A,
                                      const clang::VarDecl *V);
/// Tile::Outside of the static tiles.
void findOutsideUses(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
