//===- Exits.h - Breaks, and barriers that take a vote --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_EXITS_H
#define PIPELINE_REWRITE_ANALYSE_EXITS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Barriers that take a vote, and breaks: asked last, of all that is known.
std::optional<Refusal> findUnsafeExit(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
