//===- Programs.h - The candidates as programs ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the user's commands for one candidate. Candidates do not share a file,
// so that several may be built and run at a time.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_PROGRAMS_H
#define PIPELINE_REWRITE_TUNE_PROGRAMS_H

#include "Tune/Candidates.h"
#include "Tune/Judge.h"
#include "Tune/Store.h"
#include <atomic>

namespace pipeline_rewrite {

class Programs {
public:
  /// Puts the launch timer into the store.
  Programs(const CandidateSet &Set, const TuneOptions &How, const Store &Cache,
           const std::atomic<bool> &Stop);

  /// Where the program of a candidate is, or would be.
  std::string path(size_t I) const;
  /// Gives: the reason if it fails.
  std::optional<std::string> build(size_t I) const;
  RunRecord execute(size_t I, unsigned Job) const;

  /// What --check says of a run; nothing without --check.
  std::optional<TrialFailure> check(size_t I, const RunRecord &Run) const;
  /// For --check.
  void keepPlainOutput(llvm::StringRef Output) const;

  /// Deletes all programs.
  void remove() const;

private:
  const CandidateSet &Set;
  const TuneOptions &How;
  const Store &Cache;
  const std::atomic<bool> &Stop;
};

/// Asked through the launcher, since the GPU may be on another machine; "none"
/// if nvidia-smi gives no answer.
std::string gpuName(const TuneOptions &How, const std::atomic<bool> &Stop);

/// A device of the driver's, or a name from nvidia-smi.
bool isGpuInView(const TuneOptions &How, const std::atomic<bool> &Stop);

} // namespace pipeline_rewrite
#endif
