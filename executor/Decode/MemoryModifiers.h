//===- Decode/MemoryModifiers.h - Words of memory instructions --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modifiers that ld, st, atom, red and cp.async share.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_DECODE_MEMORYMODIFIERS_H
#define PIPELINE_REWRITE_EXECUTOR_DECODE_MEMORYMODIFIERS_H

#include "executor/Decode/Operand.h"

namespace pipeline_rewrite::executor {

/// Takes a state space; \p Sp stays generic when none is written.
bool takeSpace(Modifiers &Mods, Space &Sp);

/// Takes ordering and scope and sets Strong, Acquire and Release. True if the
/// access is volatile or stronger than weak.
bool takeOrdering(Decoding &D);

void takeCacheHints(Modifiers &Mods);

} // namespace pipeline_rewrite::executor

#endif
