//===- TuneOptions.h - What a user can ask of tuning ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/tuning.md tells users what each means. Which loops, architectures and
// checks a candidate is made with stands in Options, as for any rewrite.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_TUNEOPTIONS_H
#define PIPELINE_REWRITE_TUNE_TUNEOPTIONS_H

#include <string>
#include <vector>

namespace pipeline_rewrite {

struct TuneOptions {
  /// Shell commands, as of ExecuteCheck: {src} and {exe}; {timer}, what
  /// times the launches, at the end of Build if it is not named; and {tree}, a
  /// folder like the working directory, with the candidate's text in the file.
  std::string Build, Run;
  /// Text that is built behind each candidate's: a main() for a file that has
  /// none.
  std::string Behind;
  /// What stands before each run, as `srun --gres=gpu:1`; {job} is the number
  /// of the job, from 0.
  std::string Launcher;
  /// Regular expression for the time in the program's output: group 1 the
  /// number, group 2, if there is one, its unit. Empty: launches are timed.
  std::string Metric;
  bool HigherIsBetter = false; ///< Metric finds a rate and not a time
  /// What else may differ between the outputs of two programs.
  std::vector<std::string> Ignore;
  /// Shell command that judges a candidate by {exe}, {output} and {plain}.
  std::string Check;
  /// Timed runs of each candidate. Of seven, one or two that something else
  /// disturbed decide nothing.
  unsigned Rounds = 7;
  double MinGain = 1;            ///< percent that is worth a change
  unsigned TimeoutSeconds = 300; ///< for one build and for one run
  unsigned Jobs = 1;             ///< candidates at a time
  unsigned BuildJobs = 0;        ///< builds at a time; 0: as Jobs
  std::vector<unsigned> Stages = {2, 3, 4};
  std::string CacheDir;
  bool Fresh = false; ///< forget what was measured before
  /// Files and folders below the working directory that go into a bundle.
  std::vector<std::string> With;
};

} // namespace pipeline_rewrite
#endif
