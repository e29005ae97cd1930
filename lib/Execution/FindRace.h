//===- FindRace.h - Has a loop a race, or only no barrier? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where no barrier stands between two accesses to shared memory, either threads
// meet, or each keeps to its own elements. The original is run, and the
// executor sees which.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_FINDRACE_H
#define PIPELINE_REWRITE_EXECUTION_FINDRACE_H

#include "Execution/LoopToRun.h"

namespace pipeline_rewrite {

class SourceUnit;

/// Two threads of a block at one byte of shared memory, nothing between them.
struct FoundRace {
  std::string Earlier; ///< "thread 3 reads, in line 12"
  std::string Later;   ///< "thread 35 writes, in line 9"
  std::string Launch;  ///< "sums<<<(1, 1, 1), (64, 1, 1), 0>>>"
};

/// What running the original came to. Both may be known: a race in blocks of
/// one shape, none in blocks of another, where no launch is in view.
struct RaceFindings {
  std::optional<FoundRace> Race;
  /// Without one: those with at least two tiles, and schedules of each.
  unsigned Launches = 0, Schedules = 0;
};

/// Runs the kernels of each loop with launches that the tool makes up; where
/// the text shows blocks of its launches, with those alone.
///
/// Takes:    the loops, as executeLoops() does; their Change has no meaning.
/// Gives:    each one's number and findings to \p Tell, which says whether the
///           next is wanted.
/// Requires: the AST is complete.
/// Never:    prints, ends the process, touches a file.
void findRaces(const SourceUnit &Unit, llvm::ArrayRef<LoopToRun> Loops,
               llvm::function_ref<bool(size_t, const RaceFindings &)> Tell);

} // namespace pipeline_rewrite
#endif
