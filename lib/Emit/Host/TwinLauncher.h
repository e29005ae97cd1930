//===- TwinLauncher.h - The function that launches one of two kernels -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TWINLAUNCHER_H
#define PIPELINE_REWRITE_EMIT_TWINLAUNCHER_H

#include "Emit/Host/HandOver.h"
#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

struct LauncherNames : LaunchFunctions {
  std::string Twin;
  std::string Asker; ///< makes the maps; may be empty
};

/// Whole functions, behind the second kernel.
std::string launcherText(LoopText &T, const KernelTwin &Twin,
                         const KernelParts &Is, const LauncherNames &Are);

} // namespace pipeline_rewrite
#endif
