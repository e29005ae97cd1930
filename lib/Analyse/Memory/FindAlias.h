//===- FindAlias.h - May stores of the loop meet what it loads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FINDALIAS_H
#define PIPELINE_REWRITE_ANALYSE_FINDALIAS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// A store of the loop that may change what \p Read, of global memory, sees;
/// nullptr if there is none.
const Access *findStoreTo(const LoopAnalysis &A, const Access &Read);

/// Says in the facts that --assume-noalias was believed.
void noteNoAlias(LoopAnalysis &A);
std::optional<Refusal> findAlias(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
