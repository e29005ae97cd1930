//===- PlanInput.h - What a loop is planned from --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PLANINPUT_H
#define PIPELINE_REWRITE_PLAN_PLANINPUT_H

#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Plan/PlanInstance.h"

namespace pipeline_rewrite {

/// The instances of one loop, and what is asked of them.
struct PlanInput {
  PlanInput(llvm::ArrayRef<PlanInstance> Instances, const SourceUnit &Unit,
            const Options &Opts)
      : Instances(Instances), First(Instances.front()), Facts(First.Facts),
        Unit(Unit), Opts(Opts) {}

  llvm::ArrayRef<PlanInstance> Instances;
  const PlanInstance &First;
  const LoopFacts &Facts; ///< of the first instance
  const SourceUnit &Unit;
  const Options &Opts;

  /// The loop is left alone; \p Cause gets a note.
  Refusal refuse(RefusalId Id, std::string Detail,
                 const clang::Stmt *Cause = nullptr,
                 std::string Note = "") const;
  Refusal refuse(const Answer &No) const;
  /// Notes on where a no comes from.
  void addWhere(Refusal &R, const DynamicGrowth &Growth,
                const Answer &No) const;
};

} // namespace pipeline_rewrite
#endif
