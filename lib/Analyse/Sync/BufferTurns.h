//===- BufferTurns.h - Buffers that were made by hand ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BUFFERTURNS_H
#define PIPELINE_REWRITE_ANALYSE_BUFFERTURNS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// No barrier is missing, because the iterations fill their buffers in turn:
/// `As[w][t] = A[k]; __syncthreads(); … As[w][j] …; w = 1 - w;`.
bool buffersTakeTurns(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
