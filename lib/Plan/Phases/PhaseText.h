//===- PhaseText.h - What the text of each phase names --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PHASETEXT_H
#define PIPELINE_REWRITE_PLAN_PHASETEXT_H

#include "Plan/Phases/LoadLeaves.h"
#include "Plan/Phases/LoadPhases.h"

namespace pipeline_rewrite {

/// Finds the parameters that each half needs. What is left out of a half by
/// replaced reads and stores does not need its parameters.
void findParameters(CallPhases &Half);

/// Finds what each phase can leave out of `int row = …, k = …;` where it needs
/// k alone, and making row does nothing else. \p Leaves: the statements of
/// \p Slice.
void findUnused(LoadPhases &Phases, const LoadSlice &Slice,
                llvm::ArrayRef<Leaf> Leaves, EffectsCollector &Collector);

} // namespace pipeline_rewrite
#endif
