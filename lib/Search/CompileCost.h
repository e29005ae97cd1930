//===- CompileCost.h - How long a compiler will take for a loop -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. How many forms of a loop are compiled follows from
// its source, so that a busy machine chooses as an idle one does.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_COMPILECOST_H
#define PIPELINE_REWRITE_COMPILECOST_H

#include "Analyse/LoopFacts.h"
#include "Plan/Choice/CandidateForms.h"

namespace pipeline_rewrite {

/// Milliseconds that nvcc takes for a loop, roughly, headers apart.
struct CompileCost {
  double Rolled = 0; ///< with one tile in the code
  double AsIs = 0;   ///< with those that a `#pragma unroll` puts there

  double of(const CandidateForm &Form) const {
    return Form.Asked.Unroll == LoopUnroll::Roll ? Rolled : AsIs;
  }
};

/// Of all instances of a loop, which are compiled together.
CompileCost compileCost(llvm::ArrayRef<PlanInstance> Instances,
                        const SourceUnit &Unit);

/// The first form, for which there is time while the original is compiled, the
/// first with fragments ahead, which gain most, and of the others as many as
/// are within \p Budget together, in their order.
std::vector<CandidateForm> formsWithin(double Budget, const CompileCost &Cost,
                                       std::vector<CandidateForm> Forms);

} // namespace pipeline_rewrite
#endif
