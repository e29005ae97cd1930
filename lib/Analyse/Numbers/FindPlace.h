//===- FindPlace.h - One expression for where the boxes of a tile begin ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FINDPLACE_H
#define PIPELINE_REWRITE_ANALYSE_FINDPLACE_H

#include "Analyse/Numbers/TileBox.h"
#include "Analyse/Numbers/TileFills.h"

namespace pipeline_rewrite {

/// The place of \p Box in a block of \p Shape, whose first element \p First
/// copies; nullopt where the host cannot know how far it reaches.
std::optional<BoxPlace> findPlace(const LoopAnalysis &A, ThreadCode &Code,
                                  const std::array<unsigned, 3> &Shape,
                                  const TileFill &First, const TileBox &Box);

} // namespace pipeline_rewrite
#endif
