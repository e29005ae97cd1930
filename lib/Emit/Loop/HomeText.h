//===- HomeText.h - The buffers of tiles where they are -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: what follows from a tile's TileHome, in one place.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HOMETEXT_H
#define PIPELINE_REWRITE_EMIT_HOMETEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// Declares the buffers of every tile of the plan. Fails in \p T where a tile
/// is declared in a macro.
void declareBuffers(LoopText &T, EditSet &Edits);

/// What a tile is called, if that is a local variable, which a lambda must
/// capture; empty for a shared array.
llvm::StringRef localName(const TilePlan &Tile);

} // namespace pipeline_rewrite
#endif
