//===- TrialSearch.h - Launches for a kernel of any form ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As LaunchSearch, for kernels of which nobody has found a loop: launches of
// the host code first, then made-up ones of many sizes, grids and blocks.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PROVE_TRIALSEARCH_H
#define PIPELINE_REWRITE_PROVE_TRIALSEARCH_H

#include "Check/UnitKernels.h"

namespace pipeline_rewrite {

/// Compares until \p Runner wants no more, or time is over.
/// Gives: why nothing was compared; nothing if something was.
std::optional<std::string> searchTrials(const TrialSpace &Space,
                                        llvm::ArrayRef<HostTrial> Host,
                                        TrialRunner &Runner);

/// The smallest launch near \p From for which \p Holds.
Trial shrunk(Trial From, const TrialSpace &Space,
             llvm::function_ref<bool(const Trial &)> Holds);

} // namespace pipeline_rewrite
#endif
