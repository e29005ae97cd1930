//===- EntryReads.h - What the loop's first barrier makes visible ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ENTRYREADS_H
#define PIPELINE_REWRITE_ANALYSE_ENTRYREADS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::CanLoadSeveral.
Answer canLoadSeveral(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
