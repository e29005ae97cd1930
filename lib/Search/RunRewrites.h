//===- RunRewrites.h - The rewritten loops of a result are run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the chain, which knows plans, and Execution, which knows kernels.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_RUNREWRITES_H
#define PIPELINE_REWRITE_RUNREWRITES_H

#include "Chain/MacroText.h"
#include "Execution/LoopToRun.h"

namespace pipeline_rewrite {

/// The loop, to be run as it is.
LoopToRun originalToRun(const KLoopSite &Site, const SourceUnit &Unit,
                        const Options &Opts);

/// Runs the loops that the new text of \p Result rewrites, and notes in their
/// reports what came of it. What is wrong becomes the result's internal fault.
///
/// The original is what the user wrote, whatever the chain has made of it.
///
/// Takes:   the text that the runs that gave the result are of, and the
/// output's
///          code, of checkOutput().
/// Gives:   loops that must be left alone because they cannot be run, by their
///          offset.
/// Refuses: not-run.
std::map<unsigned, Refusal> runRewrites(UnitResult &Result,
                                        const MacroText &Text,
                                        const std::deque<LoopRun> &Runs,
                                        llvm::StringRef OutputCode,
                                        const Options &Opts);

/// What made the text of a result, and what is left to do with it.
struct CheckedText {
  std::unique_ptr<Chain> Passes;
  std::vector<unsigned> Offsets; ///< of each listed loop
  std::string Code;              ///< of its kernels, with Options::RunKernels
};

/// Runs it, if that is asked for.
/// Gives: as runRewrites().
inline std::map<unsigned, Refusal> runChecked(UnitResult &Result,
                                              const CheckedText &Of,
                                              const MacroText &Text,
                                              const Options &Opts) {
  if (!Result.changed() || Result.InternalFault || !Opts.RunKernels)
    return {};
  return runRewrites(Result, Text, Of.Passes->runs(), Of.Code, Opts);
}

} // namespace pipeline_rewrite
#endif
