//===- Judge.h - What one run of a program says ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Time and verdict from what a run left behind, wherever it ran.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_JUDGE_H
#define PIPELINE_REWRITE_TUNE_JUDGE_H

#include "Tune/Measurements.h"
#include "Tune/TuneOptions.h"
#include "Validate/Code/Workbench.h"
#include "Validate/IgnoredText.h"
#include "llvm/Support/Regex.h"

namespace pipeline_rewrite {

/// A run of one candidate.
struct RunRecord : CommandResult {
  std::string Launches; ///< what the launch timer wrote
};

/// A time, and its unit where one was found.
struct Timing {
  double Value = 0;
  std::string Unit;
};

class Judge {
public:
  /// Fails: a regular expression is malformed; Metric has no group.
  static llvm::Expected<Judge> create(const TuneOptions &How);

  /// The time of a run: the sum of all that Metric finds, of standard error if
  /// there is nothing on standard output; or of all launches.
  /// Fails: there is none, or a unit is unknown.
  llvm::Expected<Timing> time(const RunRecord &Run) const;

  /// The part of an output that must be the same for all candidates.
  std::string compared(llvm::StringRef Output) const;

  /// What is wrong with a run by itself.
  std::optional<TrialFailure> failure(const RunRecord &Run) const;
  /// What is wrong with a run, or with its output beside the plain one's.
  std::optional<TrialFailure> failure(const RunRecord &Run,
                                      llvm::StringRef PlainOutput) const;

private:
  explicit Judge(const TuneOptions &How) : How(How) {}
  llvm::Expected<Timing> metric(llvm::StringRef Text) const;
  llvm::Expected<Timing> launches(llvm::StringRef Text) const;

  TuneOptions How;
  std::optional<llvm::Regex> Metric;
  IgnoredText Ignored; ///< Metric too
};

} // namespace pipeline_rewrite
#endif
