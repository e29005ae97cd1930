//===- PlainLoops.h - Loops whose header says less than their body --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   while (i < n) { As[i] = A[i]; i += 128; }    for (; i < n; i += 128) { … }
//   for (;;) { if (k >= n) break; … }            for (; !(k >= n);) { … }
//   while (true) { …; if (k >= n) break; }       do { … } while (!(k >= n));
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PLAINLOOPS_H
#define PIPELINE_REWRITE_ANALYSE_PLAINLOOPS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Texts for Refusal::Plain: a `for` in place of a `while` of the loads' unit
/// \p S. Empty if there is none that can be written so.
std::vector<OtherText> plainCopyLoop(const LoopAnalysis &A,
                                     const clang::Stmt *S);

/// The same of a loop that is left by a `break` of its first or last unit
/// alone: the opposite is its condition.
std::vector<OtherText> plainCondition(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
