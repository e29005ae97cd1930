//===- TwinParts.h - How the host comes to the second kernel --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. Each part is written in a file of its own, which a line here
// names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HOST_TWINPARTS_H
#define PIPELINE_REWRITE_EMIT_HOST_TWINPARTS_H

#include "Emit/Host/HandOver.h"
#include "Emit/Loop/LoopText.h"
#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

// TwinConditions.cpp: what the host asks before it launches the second kernel
// in place of the source's.

/// Conditions that make the maps besides, each on a line that begins with \p
/// Line. \p Name: the second kernel, as an instance of its template.
std::string twinConditions(LoopText &T, const KernelTwin &Twin,
                           const std::string &Name, const std::string &Line);
/// The bytes of dynamic shared memory that it is launched with.
std::string twinBytes(const LaunchPlan &Launch);

// TwinLauncher.cpp

struct LauncherNames : LaunchFunctions {
  std::string Twin;
  std::string Asker; ///< makes the maps; may be empty
};

/// Whole functions, behind the second kernel.
std::string launcherText(LoopText &T, const KernelTwin &Twin,
                         const KernelParts &Is, const LauncherNames &Are);

} // namespace pipeline_rewrite
#endif
