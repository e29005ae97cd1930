//===- LoadParts.h - Loads that run at two distances ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a ring of stages asynchronous copies run several tiles ahead. What waits
// in registers runs one tile ahead, so it is a load slice of its own: the
// stores to its tiles and whatever computes their addresses, guards and values.
// A statement that both parts need is in both, and so is a variable's update;
// a variable that changes from tile to tile then needs a copy.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LOADPARTS_H
#define PIPELINE_REWRITE_PLAN_LOADPARTS_H

#include "Plan/Phases/LoadPhases.h"

namespace pipeline_rewrite {

/// What fills some of a loop's tiles, at a distance of its own.
struct LoadPart {
  LoadSlice Slice; ///< units of the other part alone are not load-side here
  LoadPhases Phases;
  /// The variables that it moves on from tile to tile.
  llvm::SmallSetVector<const clang::VarDecl *, 4> Variables;
};

struct LoadParts {
  LoadPart Near;  ///< through registers, one tile ahead
  LoadPart Ahead; ///< by cp.async, as far ahead as the ring is long
  /// The first part's variables, which the second needs copies of.
  bool inBoth(const clang::VarDecl *V) const {
    return Near.Variables.contains(V) && Ahead.Variables.contains(V);
  }
};

struct PartsFound {
  std::shared_ptr<LoadParts> Parts; ///< nullptr if there are none
  Answer Are;                       ///< and then why
};

/// Parts the load slice into what fills \p Registers and the rest. \p NearAsks:
/// the first part, too, asks the loop's condition. \p Guarded: as for
/// splitLoads().
PartsFound
findLoadParts(const LoopFacts &Facts,
              const llvm::SmallPtrSetImpl<const clang::VarDecl *> &Registers,
              Arms Guarded, bool NearAsks);

/// What must be the same in two instances for one text to serve them.
std::string describe(const LoadParts &Parts);

} // namespace pipeline_rewrite
#endif
