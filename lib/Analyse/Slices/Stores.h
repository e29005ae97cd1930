//===- Stores.h - How each tile is filled ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_STORES_H
#define PIPELINE_REWRITE_ANALYSE_STORES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

std::optional<Refusal> describeStores(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
