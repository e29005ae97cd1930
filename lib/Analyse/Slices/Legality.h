//===- Legality.h - What forbids moving loads ahead -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LEGALITY_H
#define PIPELINE_REWRITE_ANALYSE_LEGALITY_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

std::optional<Refusal> findUnsafeLoad(LoopAnalysis &A);
std::optional<Refusal> findUnsafeCompute(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
