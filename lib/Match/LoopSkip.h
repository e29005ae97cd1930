//===- LoopSkip.h - What `continue` leaves out of an iteration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_LOOPSKIP_H
#define PIPELINE_REWRITE_MATCH_LOOPSKIP_H

#include "Match/KLoop.h"

namespace pipeline_rewrite {

/// Units of a body's end that `continue` may skip, and which hold all jumps of
/// the loop. No barrier is among them, so that no thread misses one.
struct LoopSkip {
  unsigned First, Last;
};

/// None if there is no jump, or one that is or skips something else.
std::optional<LoopSkip> findSkip(const KLoop &K);

} // namespace pipeline_rewrite
#endif
