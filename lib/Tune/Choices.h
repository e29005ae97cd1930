//===- Choices.h - What programs measured while they ran ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launchers of --dispatch=measure print what they have measured of each
// size (PIPELINE_DISPATCH=print). A form that is right for all of them can be
// written in place: a tuning without a run of ours.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_CHOICES_H
#define PIPELINE_REWRITE_TUNE_CHOICES_H

#include "Frontend/ParseSetup.h"
#include "Options/Options.h"
#include "Options/TunedForms.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {

/// A form of one kernel, over all sizes in which it was timed. Times are
/// divided by the time of the source's kernel.
struct TimedForm {
  std::string Text;          ///< as printed; textOf(LoopForm) of each loop
  std::vector<double> Times; ///< at least one
  double mean() const;       ///< geometric
  double most() const;
};

struct TimedKernel {
  std::string Name, Gpu;
  size_t Sizes = 0;
  std::vector<TimedForm> Forms; ///< the fastest first
  /// What later runs write.
  std::optional<TunedForm> Kept;
  std::string WhyNot; ///< if nothing is kept
};

/// The kernels of the job's file in what its program printed into \p File;
/// other lines do not count. The file may be as it was before --dispatch or
/// after it.
///
/// A form is kept if it was timed in all sizes, takes \p MinGain percent less
/// than the source's kernel in the mean, and in no size that much longer. If
/// no form takes less in any size, later runs leave the kernel alone.
///
/// Fails: as rewriteUnit(); \p File cannot be read, or names no kernel with a
/// K-loop.
llvm::Expected<std::vector<TimedKernel>>
readChoices(llvm::StringRef File, const ParseJob &Job, Options Opts,
            double MinGain, llvm::ArrayRef<std::string> Archs);

void printChoices(llvm::raw_ostream &OS, llvm::ArrayRef<TimedKernel> All);

} // namespace pipeline_rewrite
#endif
