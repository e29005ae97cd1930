//===- Unpipeline.h - The loops of a unit that are pipelined by hand ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNPIPELINE_H
#define PIPELINE_REWRITE_UNPIPELINE_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Writes loops that are pipelined by hand as plain ones.
///
/// Takes:   the unit, and Later as parseSource() does, for the plain text.
/// Gives:   a report of each loop that is pipelined by hand. What is written
///          was proven, may be pipelined as the analysis has it, and did the
///          same when it was run.
/// Refuses: what undoLoop() does; meaning-changes, hand-unsafe, not-run.
UnitResult unpipelineUnit(const SourceUnit &Unit, const Options &Opts,
                          const Describe &Later);

} // namespace pipeline_rewrite
#endif
