//===- ReadBack.h - What a thread reads of its own stores -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_READBACK_H
#define PIPELINE_REWRITE_ANALYSE_READBACK_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// A read of what this thread itself has stored to shared memory before it in
/// the iteration, with no barrier between.
bool isReadBack(const LoopAnalysis &A, const Access &Acc);

} // namespace pipeline_rewrite
#endif
