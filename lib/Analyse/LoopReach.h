//===- LoopReach.h - What a loop's rewrite depends on ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the questions about code that is not in view: whatever it does elsewhere
// is no matter.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPREACH_H
#define PIPELINE_REWRITE_ANALYSE_LOOPREACH_H

#include "Analyse/LoopFacts.h"
#include "llvm/ADT/SetVector.h"

namespace pipeline_rewrite {

using VariableSet = llvm::SmallSetVector<const clang::VarDecl *, 16>;
using FunctionSet = llvm::SmallSetVector<const clang::FunctionDecl *, 8>;

struct LoadVariables {
  VariableSet Known;   ///< the loads and the header of the loop read or write
  VariableSet Written; ///< the loads or the header alone give a value
  VariableSet ReadByLoads; ///< the loads read, and not the header alone

  explicit LoadVariables(const LoopFacts &Facts);
};

/// Adds the user's functions that run below \p S, by their definitions.
void addCalled(const clang::Stmt *S, FunctionSet &To);

} // namespace pipeline_rewrite
#endif
