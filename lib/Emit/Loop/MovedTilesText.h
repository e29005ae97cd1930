//===- MovedTilesText.h - Static tiles as parts of dynamic memory ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_MOVEDTILESTEXT_H
#define PIPELINE_REWRITE_EMIT_MOVEDTILESTEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Declares the tiles of the plan as pointers into one dynamic array, which the
/// first of them declares.
void moveTiles(LoopText &T, EditSet &Edits);

} // namespace pipeline_rewrite
#endif
