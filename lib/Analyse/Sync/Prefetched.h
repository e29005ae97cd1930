//===- Prefetched.h - Registers that were fetched ahead by hand -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PREFETCHED_H
#define PIPELINE_REWRITE_ANALYSE_PREFETCHED_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// \p E reads memory that may be what \p Store fills, or acts by means that are
/// not seen.
bool mayReadFilled(const Effects &E, const Effects &Store);

/// A register fetched before the compute phase and stored to shared memory
/// after it.
bool isPrefetched(const LoopAnalysis &A);

/// A register that is fetched before the compute phase, and that the next
/// iteration stores to shared memory.
bool isPrefetchedForNext(const LoopAnalysis &A);

/// So are all that fill shared memory before: no load is left to move.
bool isAllPrefetchedForNext(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
