//===- LoadSums.h - What the loads add up beside filling tiles ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement that fills a tile may keep a sum of what it loads, of which
// nothing else in the loop knows:
//
//   for (int j = 0; j < 4; ++j) {
//     total += r[j] * x[j];
//     tile[ty * 4 + j][tx] = r[j] * y[tx];
//   }
//
// No load depends on it. It gets the same values in the same order if it runs
// once for each tile, beside the stores.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOADSUMS_H
#define PIPELINE_REWRITE_ANALYSE_LOADSUMS_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// Variables declared outside the statements of \p Units that nothing on the
/// load side names but statements that change this one and nothing else, at
/// least one of which reads what it was. What else of the loop names them is
/// for the caller to ask.
llvm::SmallSetVector<const clang::VarDecl *, 2>
findLoadSums(llvm::ArrayRef<LoopUnit> Units, EffectsCollector &Collector);

} // namespace pipeline_rewrite
#endif
