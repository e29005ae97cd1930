//===- Partition.h - May other threads load the tiles? --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PARTITION_H
#define PIPELINE_REWRITE_ANALYSE_PARTITION_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// LoopFacts::Partition.
void findPartition(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
