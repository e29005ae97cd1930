//===- CheckKernels.h - What kernels do wrong when they run ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kernel of a unit is run under shuffled schedules, with the launches of
// the host code, or with made-up ones where none is in view. Nobody says that a
// made-up launch is legal: docs/check.md has the rules by which a find is the
// kernel's, and not the launch's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PROVE_CHECKKERNELS_H
#define PIPELINE_REWRITE_PROVE_CHECKKERNELS_H

#include "Prove/UnitKernels.h"

namespace pipeline_rewrite {

/// The stable id of a kind of find, as "shared-race"; null: no find by itself.
const char *findIdOf(const executor::Hazard &H);
/// What each id means, for lists of rules.
std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>> findIds();

struct KernelFind {
  std::string Id;
  SourcePlace Place, Other; ///< line 0: not known
  std::string Message;      ///< one sentence
  std::string Launch;       ///< "k<<<(1, 1, 1), (64, 1, 1), 0>>>"
  std::string Origin;       ///< "launch in line 40, n = 301", "made up"
  std::string Schedule;
  std::vector<std::string> Arguments;
  executor::Hazard Hazard;
  bool Known = false; ///< a baseline lists it
};

struct CheckedKernel {
  std::string Name, File;
  SourcePlace Place;
  std::vector<KernelFind> Finds;
  unsigned Launches = 0, LaunchesInView = 0, Schedules = 0;
  std::string WhyNot;                 ///< it could not be run
  std::vector<std::string> Unchecked; ///< what was not looked at, and why
  double Seconds = 0;
};

/// Runs all kernels of a unit.
///
/// \p Seconds: for each kernel.
/// Requires: the AST is complete.
/// Never:    prints, ends the process, touches a file.
std::vector<CheckedKernel> checkKernels(const SourceUnit &Unit,
                                        const Options &Opts, double Seconds,
                                        llvm::ArrayRef<HostTrial> Typed = {});

} // namespace pipeline_rewrite
#endif
