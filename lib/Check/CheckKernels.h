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

#include "Check/UnitKernels.h"

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
  int Thread = -1;    ///< of the block, in its order; -1: no one thread's
  bool Known = false; ///< a baseline lists it
};

struct CheckedKernel {
  /// Null: it could not be run.
  const clang::FunctionDecl *Function = nullptr;
  std::string Name, File;
  SourcePlace Place;
  std::vector<KernelFind> Finds;
  unsigned Launches = 0, LaunchesInView = 0, Schedules = 0;
  std::string WhyNot;                 ///< it could not be run
  std::vector<std::string> Unchecked; ///< what was not looked at, and why
  double Seconds = 0;
};

/// "with k<<<…>>> (launch in line 40), schedule: in order"
std::string launchOf(const KernelFind &Find);

/// Runs all kernels of a unit, or those of \p Only.
///
/// \p Seconds: for each kernel, nominal.
/// Requires: the AST is complete.
/// Never:    prints, ends the process, touches a file.
std::vector<CheckedKernel> checkKernels(const SourceUnit &Unit,
                                        const Options &Opts, double Seconds,
                                        llvm::ArrayRef<HostTrial> Typed = {},
                                        const KernelSet *Only = nullptr);

} // namespace pipeline_rewrite
#endif
