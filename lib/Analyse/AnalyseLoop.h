//===- AnalyseLoop.h - Candidate to facts, or a refusal -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ANALYSELOOP_H
#define PIPELINE_REWRITE_ANALYSE_ANALYSELOOP_H

#include "Analyse/AnalysisInput.h"
#include "Analyse/LoopFacts.h"
#include "Frontend/SourceUnit.h"
#include <variant>

namespace pipeline_rewrite {

/// The loop passes a barrier but brings no global data to shared memory.
struct NotAKLoop {
  std::string Why;
};
/// Somebody has pipelined it already.
struct AlreadyPipelined {
  std::string How;
};

using Judgement = std::variant<LoopFacts, Refusal, NotAKLoop, AlreadyPipelined>;

/// Finds out whether and how the loop may be pipelined.
///
/// Takes:      one instance of a loop, and what is asked of it.
/// Gives:      facts; or why it is none of our business; or a refusal.
/// Refuses:    everything in Refusals.def that concerns meaning.
/// Never:      decides a form; looks at budgets.
/// Next:       planPipeline() reads only the facts.
Judgement analyseLoop(const KLoop &Loop, const SourceUnit &Unit,
                      const AnalysisInput &Asked);

} // namespace pipeline_rewrite
#endif
