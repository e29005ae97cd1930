//===- Instances.h - What one text for several instances depends on -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan. Functions that the loop calls to fill tiles are looked into.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_INSTANCES_H
#define PIPELINE_REWRITE_PLAN_INSTANCES_H

#include "Plan/Phases/LoadPhases.h"
#include "Plan/PlanInstance.h"

namespace pipeline_rewrite {

/// The text that is made of \p First is right for \p Other, as far as units,
/// variables and tiles go: what `if constexpr` leaves out of an instance has no
/// part in it.
bool serves(const PlanInstance &First, const PlanInstance &Other);

/// What waits in registers, and how, in the places of the pattern.
std::string describeFetches(const LoadPhases &Phases);

/// A store to \p Tile has the type of a template parameter, or one that another
/// build may make another.
bool hasElementOfOthers(const LoadSlice &Slice, const clang::VarDecl *Tile);

} // namespace pipeline_rewrite
#endif
