//===- TwinLauncher.h - The function that launches one of two kernels -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TWINLAUNCHER_H
#define PIPELINE_REWRITE_EMIT_TWINLAUNCHER_H

#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

struct LauncherNames {
  std::string Twin;
  std::string Launcher; ///< takes the place of <<<…>>>; empty if there is none
  /// What makes the maps, and what takes the place of cudaLaunchKernel();
  /// likewise.
  std::string Asker, Caller;
  std::string Configurer; ///< likewise, in the place of cudaLaunchKernelEx()
};

/// Whole functions, behind the second kernel.
std::string launcherText(LoopText &T, const KernelTwin &Twin,
                         const KernelParts &Is, const LauncherNames &Are);

} // namespace pipeline_rewrite
#endif
