//===- CheckKernels.h - What kernels do wrong when they run ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kernel of a unit is run under shuffled schedules, with the launches of
// the host code, or with made-up ones where none is in view. Nobody says that a
// made-up launch is legal: docs/check.md has the rules by which a find is the
// kernel's, and not the launch's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHECK_CHECKKERNELS_H
#define PIPELINE_REWRITE_CHECK_CHECKKERNELS_H

#include "Check/KernelFind.h"
#include "Match/LoopAnnotations.h"

namespace pipeline_rewrite {

struct CheckedKernel {
  /// Null: a template that nothing instantiates.
  const clang::FunctionDecl *Function = nullptr;
  std::string Name, File;
  SourcePlace Place;
  std::vector<KernelFind> Finds;
  unsigned Launches = 0, LaunchesInView = 0, Schedules = 0;
  /// What it might do without, NeedlessWaits; no finds.
  std::vector<SourceWarning> Advice;
  std::string WhyNot;                 ///< it could not be run
  std::vector<std::string> Unchecked; ///< what was not looked at, and why
  double Seconds = 0;
};

/// Whether it is asked what a kernel without a find might do without.
enum class AdviceOn { Nothing, Waits, WaitsAndBarriers };

/// Runs all kernels of a unit, or those of \p Only.
///
/// \p Seconds: for each kernel, nominal.
/// Requires: the AST is complete.
/// Never:    prints, ends the process, touches a file.
std::vector<CheckedKernel> checkKernels(const SourceUnit &Unit,
                                        const Options &Opts, double Seconds,
                                        llvm::ArrayRef<HostTrial> Typed = {},
                                        const KernelSet *Only = nullptr,
                                        AdviceOn Advise = AdviceOn::Nothing);

} // namespace pipeline_rewrite
#endif
