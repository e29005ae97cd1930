//===- OwnElements.h - Does each thread keep to its own elements? ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OWNELEMENTS_H
#define PIPELINE_REWRITE_ANALYSE_OWNELEMENTS_H

#include "Analyse/Sync/MissingBarrier.h"

namespace pipeline_rewrite {

OwnElements findOwnElements(const LoopAnalysis &A, const MissingBarrier &M);

} // namespace pipeline_rewrite
#endif
