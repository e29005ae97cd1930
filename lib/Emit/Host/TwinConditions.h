//===- TwinConditions.h - When a second kernel is launched ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: what the host asks before it launches the second kernel in
// place of the source's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TWINCONDITIONS_H
#define PIPELINE_REWRITE_EMIT_TWINCONDITIONS_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Conditions that make the maps besides, each on a line that begins with \p
/// Line. \p Name: the second kernel, as an instance of its template.
std::string twinConditions(LoopText &T, const KernelTwin &Twin,
                           const std::string &Name, const std::string &Line);
/// The bytes of dynamic shared memory that it is launched with.
std::string twinBytes(const LaunchPlan &Launch);

} // namespace pipeline_rewrite
#endif
