//===- UndoPipelines.h - Loops that are pipelined by hand, taken apart ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_UNDOPIPELINES_H
#define PIPELINE_REWRITE_UNDOPIPELINES_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Says in the reports of loops that are pipelined by hand how they are.
void noteShapes(UnitResult &Result, const SourceUnit &Unit,
                const Options &Opts);

/// `--unpipeline`: writes each loop that is pipelined by hand as a plain one.
///
/// Gives:   a report for each K-loop; plain ones are not listed. The new text
///          parses, its loops are plain to analyseLoop(), compute with the same
///          tiles in each iteration, and do the same when both texts run.
/// Refuses: pipeline-not-recognised, pipeline-differs, pipeline-used-outside,
///          pipeline-barrier, not-run, and what analyseLoop() refuses of the
///          plain loop.
UnitResult undoPipelines(const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
