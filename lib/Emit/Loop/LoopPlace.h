//===- LoopPlace.h - What stands around a loop ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOOPPLACE_H
#define PIPELINE_REWRITE_EMIT_LOOPPLACE_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// The prologue needs a place of its own before the loop; fails if there is
/// none.
void checkPlace(LoopText &T);

/// Puts `#pragma unroll 1` in the place of the loop's `#pragma unroll`.
void rollLoop(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
