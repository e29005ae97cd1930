//===- Stale.h - Stores that may leave an earlier tile's elements ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_STALE_H
#define PIPELINE_REWRITE_ANALYSE_STALE_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

void findStaleStores(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
