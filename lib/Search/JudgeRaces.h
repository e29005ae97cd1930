//===- JudgeRaces.h - A missing barrier: race or none ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_JUDGERACES_H
#define PIPELINE_REWRITE_JUDGERACES_H

#include "Search/Pipeline.h"

namespace pipeline_rewrite {

/// Runs the original of each loop that missing-barrier refuses, and says in the
/// refusal what was seen: which threads meet, or that none did. Nothing
/// changes where nothing could be run.
void judgeRaces(UnitResult &Result, const SourceUnit &Unit,
                const Options &Opts);

} // namespace pipeline_rewrite
#endif
