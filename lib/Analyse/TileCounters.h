//===- TileCounters.h - Variables that may tell one tile from another -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TILECOUNTERS_H
#define PIPELINE_REWRITE_ANALYSE_TILECOUNTERS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

using CounterSet = llvm::SmallSetVector<const clang::VarDecl *, 8>;

/// Whoever asks for one of these may ask which tile it is, and so which memory
/// is there: what changes from tile to tile whatever is in the tiles, what is
/// moved on by a step that no memory says, and all that a statement of the body
/// makes of these, by their value or under a condition on them. What the
/// computation finds in tiles alone is none.
CounterSet findTileCounters(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
