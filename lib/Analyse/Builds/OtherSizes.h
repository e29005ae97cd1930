//===- OtherSizes.h - Tiles of another size in another build --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OTHERSIZES_H
#define PIPELINE_REWRITE_ANALYSE_OTHERSIZES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Notes at tiles, and at the stores to them, whose size or type another build
/// may make another.
///
/// Requires: the tiles and their stores are described.
void findOtherSizes(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
