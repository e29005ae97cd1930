//===- RunRewrites.h - The rewritten loops of a result are run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the chain, which knows plans, and Execution, which knows kernels.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_RUNREWRITES_H
#define PIPELINE_REWRITE_RUNREWRITES_H

#include "Chain/Chain.h"
#include "Execution/KernelTrial.h"

namespace pipeline_rewrite {

/// Where the loop stands, and the barriers that a tile of it passes.
CountedLoop countedLoop(const KLoopSite &Site, const SourceUnit &Unit);

/// Runs the loops that the new text of \p Result rewrites, and notes in their
/// reports what came of it. What is wrong becomes the result's internal fault.
///
/// Takes:   the runs that gave the result, and the output's code, of
///          checkOutput().
/// Gives:   loops that must be left alone because they cannot be run, by their
///          offset.
/// Refuses: not-run.
std::map<unsigned, Refusal> runRewrites(UnitResult &Result,
                                        const SourceUnit &Unit,
                                        const std::deque<LoopRun> &Runs,
                                        llvm::StringRef OutputCode,
                                        const Options &Opts);

} // namespace pipeline_rewrite
#endif
