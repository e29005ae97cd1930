//===- ChooseCopies.h - Registers or asynchronous copies ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_CHOOSECOPIES_H
#define PIPELINE_REWRITE_PLAN_CHOOSECOPIES_H

#include "Plan/PipelinePlan.h"
#include "Plan/PlanInput.h"

namespace pipeline_rewrite {

/// The tiles of a plan, each copied in the way that suits it.
void chooseCopies(PipelinePlan &Plan, const PlanInput &In, Variant Form);

/// Splits the loads; a tile whose values cannot wait in registers is copied
/// asynchronously instead if the choice is ours.
std::optional<Refusal> splitByCopies(PipelinePlan &Plan, const PlanInput &In,
                                     Variant Form);

/// Tile number \p I, in every instance.
Answer canBeAsync(const PlanInput &In, unsigned I);

} // namespace pipeline_rewrite
#endif
