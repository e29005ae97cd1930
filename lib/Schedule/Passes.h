//===- Passes.h - The passes that make a schedule -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Schedule. BuildSchedule.cpp says in which order they run, and why.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_PASSES_H
#define PIPELINE_REWRITE_SCHEDULE_PASSES_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// `load; barrier; compute; barrier`, as the source has it.
void sourceOrder(const ScheduleInput &In, LoopSchedule &S);
/// Each stream of loads runs its distance ahead: prologue, issue and store.
void shiftLoads(const ScheduleInput &In, LoopSchedule &S);
/// The last tiles are computed behind the loop, which always has a next tile.
void peelTail(const ScheduleInput &In, LoopSchedule &S);
/// Acquire, commit, wait and release of asynchronous copies.
void sayCopies(const ScheduleInput &In, LoopSchedule &S);
/// Which barriers stay, move, are repeated or go.
void placeBarriers(const ScheduleInput &In, LoopSchedule &S);
/// Fragments of a k-step are read while the one before is computed.
void readFragmentsAhead(const ScheduleInput &In, LoopSchedule &S);
/// A wait behind a loop that a break may leave with copies in flight.
void awaitExits(const ScheduleInput &In, LoopSchedule &S);
/// Threads of their own do the copies.
void partitionThreads(const ScheduleInput &In, LoopSchedule &S);
/// Keeps the compiler from moving fetches behind the computation.
void pinFetches(const ScheduleInput &In, LoopSchedule &S);
/// Comments, gaps, and names that the text needs.
void annotate(const ScheduleInput &In, LoopSchedule &S);

} // namespace pipeline_rewrite
#endif
