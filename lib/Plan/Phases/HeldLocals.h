//===- HeldLocals.h - Locals that are complete when the load is -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//
//   float v = 0.0f;
//   if (row < M && col < K)
//     v = A[row * K + col];
//   As[ty][tx] = v;
//
// A register that waited for the read alone would want the guard once more
// where it is stored. The local itself can wait: all that is put into it are
// values as loaded and values that are there, so that nothing waits for a load.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_HELDLOCALS_H
#define PIPELINE_REWRITE_PLAN_HELDLOCALS_H

#include "Plan/Phases/LoadLeaves.h"

namespace pipeline_rewrite {

struct HeldLocal {
  const Leaf *Declaration = nullptr;
  /// The assignments that fill it, in order.
  llvm::SmallVector<const Leaf *, 4> Assignments;
  bool Initialised = false; ///< by the declaration
  /// The code behind them changes it, or may through its address.
  bool Changes = false;
};

/// How \p V can wait whole; nullopt if it is no local of the slice, if parts of
/// its value are computed from what is loaded, or if a read alone initialises
/// it.
std::optional<HeldLocal> findHeldLocal(const clang::VarDecl *V,
                                       llvm::ArrayRef<Leaf> Leaves,
                                       EffectsCollector &Collector);

} // namespace pipeline_rewrite
#endif
