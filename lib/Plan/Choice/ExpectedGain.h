//===- ExpectedGain.h - What a pipeline may bring a loop ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the ratio of a tile's arithmetic to the bytes that are loaded for it,
// where that is known (LoopFacts::ComputeLoadRatio, Options::Ratio). Thresholds
// come from measurements on sm_90: docs/measurements.md, "The ratio".
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_EXPECTEDGAIN_H
#define PIPELINE_REWRITE_PLAN_EXPECTEDGAIN_H

#include "Options/Options.h"
#include "Plan/PlanInstance.h"

namespace pipeline_rewrite {

/// A form may win, or nothing is known, or the user has named one. With
/// Options::MeasuredFormsOnly what is not known is no gain: where tensor cores
/// compute on tiles that all come 16 bytes at a time by cp.async, and a block
/// has four warps, three stages made none of the thirteen kernels of fifteen
/// repositories slower that are of the kind (docs/data/fit_time.py); no other
/// kind was found of which that is true, or nearly.
///
/// Refuses: nothing-to-gain.
Answer hasSomethingToGain(llvm::ArrayRef<PlanInstance> Instances,
                          const Options &Opts);

/// No launch in view has more blocks than a few: most multiprocessors of any
/// GPU are idle, and one block's warps are alone on theirs.
bool hasFewBlocks(const PlanInstance &Of);

/// Nobody has named any part of the form.
bool isFormOpen(const Options &Opts);

/// All of the form is for `auto` to choose, and must be the one that
/// hasSomethingToGain() names.
bool wantsMeasuredForm(const Options &Opts);

/// Tensor cores compute, or hardly anything does: whatever is done about loads,
/// they are waited for.
bool waitsForLoads(llvm::ArrayRef<PlanInstance> Instances, const Options &Opts);

/// What measured better than the default for loops of a kind.
struct Wish {
  Options Opts;
  std::string Why; ///< for the report
};

/// Wishes for a loop that hardly computes, or whose computation is done by
/// tensor cores, the best first; none if it is neither, or if the user has said
/// otherwise. A plan may be refused with any of them.
llvm::SmallVector<Wish, 2> wishesFor(llvm::ArrayRef<PlanInstance> Instances,
                                     const Options &Opts);

} // namespace pipeline_rewrite
#endif
