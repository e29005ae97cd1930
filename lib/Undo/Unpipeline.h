//===- Unpipeline.h - Pipelined loops of a unit become plain --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_UNPIPELINE_H
#define PIPELINE_REWRITE_UNDO_UNPIPELINE_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Writes loops that are pipelined as plain ones, one after another, each
/// proven on the text with those before it.
///
/// Gives:   a report of each loop that is pipelined. What is written was
///          proven by provePlain(), and did the same when it was run.
/// Refuses: hand-unread where no plain loop is seen in it, hand-unproven where
///          none is proven, not-run.
UnitResult unpipelineUnit(const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
