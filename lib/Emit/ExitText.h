//===- ExitText.h - Where a loop is left before its last tile -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_EXITTEXT_H
#define PIPELINE_REWRITE_EMIT_EXITTEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

/// Waits, in the line \p Behind the loop, for the copies of a tile that a break
/// has left unused.
void awaitBehindExit(const LoopText &T, EditSet &Out, unsigned Behind);

} // namespace pipeline_rewrite
#endif
