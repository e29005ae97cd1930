//===- BaseSearch.h - A launch to vary ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_BASESEARCH_H
#define PIPELINE_REWRITE_EXECUTION_BASESEARCH_H

#include "Execution/TileCounts.h"

namespace pipeline_rewrite {

struct FoundBase {
  std::optional<BaseLaunch> Base; ///< with two tiles at least
  bool RanAtAll = false;          ///< some launch is legal
};

/// One size for all integers, block after block, until the original runs two
/// tiles without a hazard; from what comes near to it, other numbers.
FoundBase findBase(Attempts &Trials);

} // namespace pipeline_rewrite
#endif
