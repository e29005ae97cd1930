//===- BarrierLayout.h - The barriers around loads and computation --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BARRIERLAYOUT_H
#define PIPELINE_REWRITE_ANALYSE_BARRIERLAYOUT_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

// The questions, in the order that analyseLoop() asks them.
std::optional<Refusal> findBarrierLayout(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
