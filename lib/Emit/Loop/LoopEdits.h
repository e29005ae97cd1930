//===- LoopEdits.h - What a plan changes around its loop ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the edits that emitEdits() makes beside the loop's own text.
// Each is made in a file of its own, which a line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOOP_LOOPEDITS_H
#define PIPELINE_REWRITE_EMIT_LOOP_LOOPEDITS_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

// LoopPlace.cpp

/// The prologue needs a place of its own before the loop; fails if there is
/// none.
void checkPlace(LoopText &T);

/// Puts `#pragma unroll 1` in the place of the loop's `#pragma unroll`.
void rollLoop(LoopText &T, EditSet &Out);

/// Writes the plan's `__launch_bounds__` in front of the kernel's name, or its
/// blocks into those that the kernel has.
void writeBounds(LoopText &T, EditSet &Out);

// HomeText.cpp: what follows from a tile's TileHome, in one place.

/// Declares the buffers of every tile of the plan. Fails in \p T where a tile
/// is declared in a macro.
void declareBuffers(LoopText &T, EditSet &Edits);

/// What a tile is called, if that is a local variable, which a lambda must
/// capture; empty for a shared array.
llvm::StringRef localName(const TilePlan &Tile);

// MovedTilesText.cpp

/// Declares the tiles of the plan as pointers into one dynamic array, which the
/// first of them declares.
void moveTiles(LoopText &T, EditSet &Edits);

// OutsideUses.cpp

/// Gives every use of a tile outside the loop the buffer that it means.
void indexOutsideUses(LoopText &T, EditSet &Edits);
/// The same of uses in the source's loop, where that stays: the first buffer.
void indexKeptUses(LoopText &T, EditSet &Edits);

// RangeText.cpp

struct RangeTestText {
  std::string Declarations; ///< whole lines
  std::string Condition;
};

RangeTestText renderRangeTest(LoopText &T, Names &Names);

// KeptSource.cpp

/// Takes:  all edits that make the new loop of the source's, but for the
///         declarations \p Hoisted from its body.
/// Gives:  edits that leave the source's loop in its place, with the new one in
///         front of it.
EditSet keepSource(LoopText &T, Names &Names, const std::string &Hoisted,
                   const EditSet &Edits);

// Host/LayerText.cpp

/// Makes every launch of the kernel give a block its second layer of threads,
/// if there are threads that only copy.
void addLayer(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
