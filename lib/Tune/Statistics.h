//===- Statistics.h - When a candidate is faster --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers alone. docs/tuning.md#noise gives the rule its reasons.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_STATISTICS_H
#define PIPELINE_REWRITE_TUNE_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"

namespace pipeline_rewrite {

/// Where the times of one program lie.
struct Distribution {
  double Least = 0, LowerQuartile = 0, Median = 0, UpperQuartile = 0,
         Greatest = 0;

  /// Half of all times lie within it.
  double spread() const { return UpperQuartile - LowerQuartile; }
};

/// Requires: at least one time.
Distribution distributionOf(llvm::ArrayRef<double> Times);

/// Whether the median differs by more than both spreads together, and by at
/// least MinGain percent of the plain program's median.
bool isFaster(const Distribution &Candidate, const Distribution &Plain,
              double MinGain);
bool isSlower(const Distribution &Candidate, const Distribution &Plain,
              double MinGain);

} // namespace pipeline_rewrite
#endif
