//===- BesideBlock.h - May threads with the next numbers load the tiles? --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BESIDEBLOCK_H
#define PIPELINE_REWRITE_ANALYSE_BESIDEBLOCK_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// Threads whose numbers no thread of the source has, in x or y, come to the
/// loop without a fault, as often as the block's own, and find the boxes where
/// these do.
///
/// Requires:   a loop of the whole block whose boxes are placed, and
///             BlockPartition::CanLoad.
Answer canStandBeside(const LoopFacts &Facts);

} // namespace pipeline_rewrite
#endif
