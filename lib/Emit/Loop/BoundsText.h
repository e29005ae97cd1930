//===- BoundsText.h - A kernel's launch bounds ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_BOUNDSTEXT_H
#define PIPELINE_REWRITE_EMIT_BOUNDSTEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Writes the plan's `__launch_bounds__` in front of the kernel's name, or its
/// blocks into those that the kernel has.
void writeBounds(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
