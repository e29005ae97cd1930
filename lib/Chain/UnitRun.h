//===- UnitRun.h - One unit on its way through the chain ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver: what a main file and a header have in common.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNITRUN_H
#define PIPELINE_REWRITE_UNITRUN_H

#include "Chain/Chain.h"
#include "Chain/MacroText.h"
#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Before anything has happened.
UnitResult resultOf(const SourceUnit &Unit, const Options &Opts);

/// The chain up to Emit, and nothing beside it.
UnitResult planLoops(AnalysedUnit &Unit, const Options &Opts);

/// The chain on a text whose macros are written out as far as the loops need
/// it.
std::unique_ptr<Chain> runChain(MacroText &Text, const Options &Opts,
                                const CompilerFeedback &Feedback = {});

/// The loops and the new text, which nobody has checked.
/// Gives: the offset of each listed loop, in the text that the chain ran on.
std::vector<unsigned> takeRuns(UnitResult &Result,
                               const std::deque<LoopRun> &Runs,
                               const MacroText &Text);

/// OldText with the changes of all its loops.
std::string changedText(const UnitResult &Result);

/// The edits of each loop and the new text, from all that is changed.
void settleEdits(UnitResult &Result);

/// What the result changes in the text that the chain ran on.
std::vector<TextEdit> editsOf(const UnitResult &Result, const MacroText &Text);

/// Barriers of each loop that is pipelined in the new text.
std::optional<unsigned> barriersOf(const LoopRun &Run);
std::vector<unsigned> barriersOf(const std::deque<LoopRun> &Runs);

} // namespace pipeline_rewrite
#endif
