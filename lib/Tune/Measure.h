//===- Measure.h - Builds and times candidates here -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was measured stands on disk after each run: the next call for the same
// texts, commands and GPU goes on from there.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_MEASURE_H
#define PIPELINE_REWRITE_TUNE_MEASURE_H

#include "Tune/Candidates.h"
#include "Tune/Measurements.h"
#include <atomic>
#include <functional>

namespace pipeline_rewrite {

/// Called with one line at a time, by one thread at a time.
using TuneProgress = std::function<void(const std::string &)>;

/// Builds each candidate, compares its output with the plain program's, and
/// runs all of them in turn, round after round. A candidate that fails stays
/// in the result with the reason and is not run again.
///
/// Fails: the plain program does not build, fails, has no time or prints
///        something else each time; Stop became true; the cache cannot be
///        written.
/// Never: changes the file of the candidates.
llvm::Expected<Measurements> measure(const CandidateSet &Set,
                                     const TuneOptions &How,
                                     const TuneProgress &Progress,
                                     const std::atomic<bool> &Stop);

} // namespace pipeline_rewrite
#endif
