//===- LoadUpdates.h - When the loads' variables move on ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOADUPDATES_H
#define PIPELINE_REWRITE_ANALYSE_LOADUPDATES_H

#include "Analyse/Slices/Scratch.h"

namespace pipeline_rewrite {

/// LoopUnit::Advance and Opening of the load side's updates, where \p LastFill
/// is the last unit that stores to a tile.
void markUpdates(LoopAnalysis &A, const ScratchVariables &Scratch,
                 unsigned LastFill);

} // namespace pipeline_rewrite
#endif
