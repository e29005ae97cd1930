//===- UnitKernels.h - Every kernel of a unit, ready to be run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_CHECK_UNITKERNELS_H
#define PIPELINE_REWRITE_CHECK_UNITKERNELS_H

#include "Check/HostLaunches.h"
#include "Execution/LoopToRun.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// A kernel, or one instance of a template.
struct UnitKernel {
  const clang::FunctionDecl *Function = nullptr;
  std::string Qualified; ///< "ns::gemm"
  KernelSignature Signature;
  LaunchHints Hints;
  SourcePlace Place;
  unsigned LastLine = 0;
  executor::CodeId Code = 0;
  /// Its code is in the session; a no says why not.
  Answer IsLoaded;
  executor::KernelInfo Info;
  /// It, or another kernel of the unit, reads how much dynamic memory it has.
  bool AsksDynamicBytes = false;

  TrialSpace space(const Options &Opts) const;
};

/// A launch of the host code as a trial.
struct HostTrial {
  Trial Launch;
  /// Grid, block and every number are the host's.
  bool IsWhole = false;
  /// Of every pointer it is known how many bytes are allocated.
  bool HasBuffers = false;
  std::string Text; ///< "line 40, n = 301"
  /// Which launch of the host's, and what was assumed for it.
  std::pair<unsigned, std::map<std::string, int64_t>> Site;
};
std::vector<HostTrial> hostTrials(const UnitKernel &Kernel);

using KernelSet = llvm::SmallSetVector<const clang::FunctionDecl *, 8>;

/// The kernels whose text is the unit's subject, or those of \p Only.
///
/// Takes:  the session that they are loaded into, once for all of them; one
///         that does not compile takes nothing from the others.
std::vector<UnitKernel> kernelsOf(const SourceUnit &Unit, const Options &Opts,
                                  executor::Session &Device,
                                  const KernelSet *Only = nullptr);

/// An error in the text of \p F, or else \p Otherwise.
std::string whyNotRun(const clang::FunctionDecl *F, const SourceUnit &Unit,
                      const std::string &Otherwise);

/// Templates of kernels that nothing instantiates.
std::vector<const clang::FunctionDecl *>
templatesWithoutInstance(const SourceUnit &Unit, const Options &Opts);

/// Positions of the integers that stand in a condition of the kernel other than
/// a loop's: it is written for any value of them.
std::vector<unsigned> guardedIntegers(const UnitKernel &Kernel);

} // namespace pipeline_rewrite
#endif
