//===- Ranking.h - Which candidate wins -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From what was measured to a verdict on each candidate, and to the one that
// is kept.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_RANKING_H
#define PIPELINE_REWRITE_TUNE_RANKING_H

#include "Tune/Candidates.h"
#include "Tune/Measurements.h"
#include "Tune/Statistics.h"

namespace pipeline_rewrite {

enum class TuneVerdict {
  Plain,  ///< what all others are compared with
  Best,   ///< the fastest of those that are faster
  Faster, ///< beyond the noise
  Same,   ///< a difference that may be noise, or is not worth a change
  Slower, ///< beyond the noise
  Failed,
};

/// "faster", "no difference"; for tables and JSON.
llvm::StringRef nameOf(TuneVerdict Verdict);

struct RankedCandidate {
  TuneVerdict Verdict = TuneVerdict::Failed;
  Distribution Times; ///< as measured; rates if the metric is one
  double Speedup = 0; ///< over the plain program, of the medians; 0: failed
};

struct Ranking {
  std::vector<RankedCandidate> All; ///< in the order of Measurements::Trials
  std::optional<size_t> Best;       ///< nothing if none beats the plain text
};

/// Fails: the plain program was not measured.
llvm::Expected<Ranking> rank(const Measurements &Seen, const TuneOptions &How);

} // namespace pipeline_rewrite
#endif
