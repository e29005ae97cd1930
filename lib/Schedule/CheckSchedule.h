//===- CheckSchedule.h - A schedule does what the source did --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_CHECKSCHEDULE_H
#define PIPELINE_REWRITE_SCHEDULE_CHECKSCHEDULE_H

#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// Runs the steps of one thread for loops of 0, 1, … 2 * stages + 1 tiles, and
/// for each break. All threads of a block do the same steps, so that two
/// accesses to a buffer with no barrier between them may be a race.
///
/// Takes: the schedule, and what it was made from: the order of the source, and
///        what its barriers are for.
/// Gives: what is wrong, in words; nothing if all of this holds:
///        - every tile is loaded once, and computed once, in order;
///        - a tile is read in the buffer that it was loaded into, and only
///          after store or wait, and then a barrier;
///        - a buffer is filled only after a barrier behind its last reader, and
///          only by one copy at a time;
///        - no step loads a tile that does not exist;
///        - nothing is in flight behind the loop, nor behind a break;
///        - two statements of the computation that a barrier orders in the
///          source have one between them, unless none is needed;
///        - the variables of the computation end as they did;
///        - all threads leave a pipeline of the block before it is made again.
std::optional<std::string> checkSchedule(const LoopSchedule &S,
                                         const ScheduleInput &In);

/// The same of tiles that are loaded once: a loop of one tile, which all
/// threads read behind it.
std::optional<std::string> checkCopyOnce(const LoopSchedule &S);

} // namespace pipeline_rewrite
#endif
