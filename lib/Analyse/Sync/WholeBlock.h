//===- WholeBlock.h - Do all threads of the block run a loop? -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_WHOLEBLOCK_H
#define PIPELINE_REWRITE_ANALYSE_WHOLEBLOCK_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::IsOfWholeBlock.
Answer isOfWholeBlock(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
