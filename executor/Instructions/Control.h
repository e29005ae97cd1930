//===- Instructions/Control.h - Branches, calls, the end --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The handlers that the parser attaches itself: calls have a syntax of their
// own, and a branch becomes a back branch once loops are known.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_CONTROL_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_CONTROL_H

#include "executor/Ptx/Module.h"

namespace pipeline_rewrite::executor {

Flow runBranch(Thread &T, const Instruction &I);
/// Counts an iteration in Slots[0] and resets the counters after it.
Flow runBackBranch(Thread &T, const Instruction &I);
Flow runReturn(Thread &T, const Instruction &I);
Flow runCall(Thread &T, const Instruction &I);

} // namespace pipeline_rewrite::executor

#endif
