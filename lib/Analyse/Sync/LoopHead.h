//===- LoopHead.h - May the condition be asked a tile ahead? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPHEAD_H
#define PIPELINE_REWRITE_ANALYSE_LOOPHEAD_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

std::optional<Refusal> findImpureCondition(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
