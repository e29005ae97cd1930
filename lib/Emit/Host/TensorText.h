//===- TensorText.h - What the text of tensor maps needs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. New text copies tiles by a class that it brings along, in
// the namespace tensor_tiles:
//
//   __shared__ unsigned long long tileReady[2];
//   tensor_tiles::Ring<2, 1> tiles(tileReady);
//   const tensor_tiles::Box<4, 32, 32> AsBox = {&AsMap, A, 4ll * K};
//   …
//   if (tiles.copies())
//     tiles.copy(As, stage ^ 1, AsBox, blockIdx.y * 32 * K + kNext);
//   …
//   tiles.wait();
//
// A map has rows that overlap: the first dimension is as long as a map may be,
// from the array's own pointer on, and the second are the rows of one box, a
// stride apart. So an element's place is its distance from that pointer, nobody
// needs to know where the array ends, and a box reads what the loads read, no
// byte more. The host knows that no box begins in front of the pointer, or
// farther than a coordinate reaches (Analyse/Numbers/BoxPlace.h). Where it
// cannot, the loads keep their text, and copy() is given each element that the
// first thread would store: it asks for the first of a tile, and copies by
// itself what no map reaches.
//
// Tiles that are no boxes may be copied by all threads beside them:
//
//   tiles.copy(&As[stage ^ 1][r][c], &A[i]);
//   tiles.commit();
//
// The barrier of a buffer then waits for every thread, too, and for what each
// has copied. So one wait is for all tiles.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TENSORTEXT_H
#define PIPELINE_REWRITE_EMIT_TENSORTEXT_H

#include "Emit/Loads/AsyncWords.h"

namespace pipeline_rewrite {

/// What the tensor map of a box is called; a parameter of the kernel.
std::string mapName(const TileBox &Box);
/// What the pointer is called that the kernel was given, if it moves it.
std::string baseName(const TileBox &Box);
/// How large an element of a tile's box is, in bytes: a number, or an
/// expression in words of the kernel's parameters.
std::string elementText(const TilePlan &Tile);
/// How far the rows of a tile's box are apart, in bytes: likewise, of `long
/// long`.
std::string strideText(const TilePlan &Tile);

} // namespace pipeline_rewrite
#endif
