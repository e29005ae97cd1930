//===- HalfReads.h - What half of a call needs of its caller --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_HALFREADS_H
#define PIPELINE_REWRITE_PLAN_HALFREADS_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// What must have been computed when one half of \p Call runs: its arguments
/// for the parameters \p Kept, private objects that these point to, and what a
/// member function or a lambda, of which the call as a whole has the effects
/// \p Whole, finds without being given it.
Effects readByHalf(const LoadCall &Call, const Effects &Whole,
                   const llvm::SmallSetVector<unsigned, 8> &Kept,
                   EffectsCollector &Collector);

} // namespace pipeline_rewrite
#endif
