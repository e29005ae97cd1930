//===- LoadActions.h - What each load statement becomes, phase by phase ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan. The last of its decisions about a load slice: Emit renders
// each statement as LoadPhases says, and looks at no statement's meaning.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LOADACTIONS_H
#define PIPELINE_REWRITE_PLAN_LOADACTIONS_H

#include "Plan/PipelinePlan.h"

namespace pipeline_rewrite {

/// Decides the actions of \p Phases, the phases of \p Slice, and those of the
/// functions that it calls, with what their text asserts and says.
///
/// Requires:   Plan's tiles have their copies, and Phases its statements.
void decideActions(LoadPhases &Phases, const LoadSlice &Slice,
                   const PipelinePlan &Plan);

} // namespace pipeline_rewrite
#endif
