//===- FilledArms.h - Guarded loads with a fill in the other arm ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//
//   if (row < M && col < K)
//     As[ty][tx] = A[row * K + col];
//   else
//     As[ty][tx] = 0.0f;
//
// A register that waited for the read alone would want the guard once more
// where it is stored. Both arms store to one element: what either of them
// stores can wait, and the store needs no guard.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_FILLEDARMS_H
#define PIPELINE_REWRITE_PLAN_FILLEDARMS_H

#include "Plan/Phases/SplitState.h"

namespace pipeline_rewrite {

struct FilledArms {
  const clang::Stmt *Load = nullptr; ///< `tile = <a global read>`
  const clang::Stmt *Fill = nullptr; ///< the same element, in the other arm
  const clang::Expr *FillValue = nullptr; ///< there without waiting
};

/// Those of the slice whose tiles are filled through registers, unless State
/// keeps them apart.
std::vector<FilledArms> findFilledArms(const SplitState &State);

/// The arms that \p Load is one of; nullptr if there are none.
const FilledArms *findByLoad(llvm::ArrayRef<FilledArms> All, const Leaf &Load);

/// \p L stores the fill: the other arm's store has its value.
bool isFill(llvm::ArrayRef<FilledArms> All, const Leaf &L);

/// The ifs and fors around \p L that its store needs.
llvm::SmallVector<const clang::Stmt *, 4>
controlOfStore(llvm::ArrayRef<FilledArms> All, const Leaf &L);

} // namespace pipeline_rewrite
#endif
