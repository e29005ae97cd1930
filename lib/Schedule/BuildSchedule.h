//===- BuildSchedule.h - Decisions to a schedule --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_BUILDSCHEDULE_H
#define PIPELINE_REWRITE_SCHEDULE_BUILDSCHEDULE_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// Gives: the steps of a loop that is pipelined as \p In says.
/// Next:  checkSchedule(), which proves that they do what the source did.
LoopSchedule buildSchedule(const ScheduleInput &In);

/// The same of tiles that are loaded once, in no loop: their copies, and what
/// stands before the barrier behind them, or behind it.
/// Next:  checkCopyOnce().
LoopSchedule copyOnceSchedule();

} // namespace pipeline_rewrite
#endif
