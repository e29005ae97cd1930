//===- Overwrites.h - Elements that are stored twice ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OVERWRITES_H
#define PIPELINE_REWRITE_ANALYSE_OVERWRITES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Tile::CanBeAsync where a copy might overwrite a later store.
void forbidOverwrites(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
