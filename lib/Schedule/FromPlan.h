//===- FromPlan.h - The schedule of a plan --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_FROMPLAN_H
#define PIPELINE_REWRITE_SCHEDULE_FROMPLAN_H

#include "Plan/PipelinePlan.h"
#include "Schedule/ScheduleInput.h"

namespace pipeline_rewrite {

/// What a schedule wants to know of a plan and of its loop.
ScheduleInput scheduleInput(const PipelinePlan &Plan);

/// The buffers that declarations, budgets and reports give a tile are those
/// that the steps use. Gives: a tile of which that is not so, in words.
std::optional<std::string> findOtherBuffers(const PipelinePlan &Plan,
                                            const LoopSchedule &S);

} // namespace pipeline_rewrite
#endif
