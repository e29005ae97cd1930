//===- DynamicTiles.h - Tiles in memory that the launch sizes -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_DYNAMICTILES_H
#define PIPELINE_REWRITE_ANALYSE_DYNAMICTILES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Whether tiles in dynamic shared memory may get more buffers; asked only of
/// whom the options allow to edit launches.
void findGrowth(LoopAnalysis &A);

/// Where a kernel may use dynamic shared memory, or its size, unseen.
std::optional<std::pair<const char *, const clang::Stmt *>>
findUnseenUse(const Effects &Kernel);

} // namespace pipeline_rewrite
#endif
