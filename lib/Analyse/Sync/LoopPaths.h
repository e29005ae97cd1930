//===- LoopPaths.h - What runs before and behind a loop -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPPATHS_H
#define PIPELINE_REWRITE_ANALYSE_LOOPPATHS_H

#include "Match/KLoop.h"
#include <optional>

namespace pipeline_rewrite {

/// Statements and conditions of the loop's function, in the order in which they
/// run.
struct CodePath {
  std::vector<const clang::Stmt *> Statements;
  /// From here on an outer loop may be left or gone on with, which another path
  /// stands for.
  size_t MayLeaveFrom = ~size_t(0);
  /// In front of the statement with this number, any number of rounds of that
  /// loop may have run.
  std::vector<std::pair<size_t, const clang::Stmt *>> Rounds;
  bool EndsAtLoop =
      false; ///< where the loop starts; else at the function's end
};

/// From the loop's end: to the function's end, and to the loop again by each
/// loop around it. nullopt: the loop stands in something that is not
/// understood.
std::optional<std::vector<CodePath>> pathsBehind(const KLoop &K);

/// From the function's beginning to the loop.
std::optional<CodePath> pathBefore(const KLoop &K);

} // namespace pipeline_rewrite
#endif
