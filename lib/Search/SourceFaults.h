//===- SourceFaults.h - What the source does wrong when it runs -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_SOURCEFAULTS_H
#define PIPELINE_REWRITE_SOURCEFAULTS_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Runs the kernels of loops that missing-barrier refuses, of loops under
/// whose kernel no launch was right, and of loops that are pipelined by hand,
/// as `check` does. What they do wrong is a warning of the result; whether
/// threads race is said in the refusal, and in LoopReport::ByHand what came of
/// it. Nothing changes where nothing could be run.
void findSourceFaults(UnitResult &Result, const SourceUnit &Unit,
                      const Options &Opts);

} // namespace pipeline_rewrite
#endif
