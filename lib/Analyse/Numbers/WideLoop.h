//===- WideLoop.h - Copy loops that could copy more at once ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (i = tid; i < N; i += THREADS)          for (i = tid * 4; i < N; …)
//     tile[i / W][i % W] = src[… + i % W];  ->    copy elements i … i + 3
//
// The elements of a chunk lie side by side in the tile and in the source, the
// block's threads take every element, and no thread relies on having copied one
// itself: then it does not matter who copies it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_WIDELOOP_H
#define PIPELINE_REWRITE_ANALYSE_WIDELOOP_H

#include "Analyse/Numbers/CopyLoop.h"
#include "llvm/ADT/SmallVector.h"

namespace pipeline_rewrite {

/// Bytes that a chunk has: the widest copy that cp.async makes.
constexpr unsigned ChunkBytes = 16;

/// What is true in the instances that were seen, and asked for where the loop
/// stands, for the others: `Left >= Right` or, without Right, that a chunk
/// divides Left. A name or expression of the loop's header, or a constant.
struct WideCondition {
  enum Kind {
    Divides,       ///< Left is a multiple of the elements of a chunk
    AtLeast,       ///< Left is at least Right
    ThreadsX,      ///< blockDim.x is at least Left
    ThreadsXY,     ///< blockDim.x * blockDim.y is at least Left
    RowsOfThreads, ///< blockDim.y * Left is at least Right
    RowBytes       ///< rows of Tile are a multiple of a chunk
  } Is;
  const clang::Expr *Left = nullptr, *Right = nullptr;
  const clang::VarDecl *Tile = nullptr;
  unsigned Subscripts = 0; ///< RowBytes: of the source, in front of a row
};

/// A copy loop that is a unit of the K-loop.
struct WideLoop {
  CopyLoop Loop;
  unsigned Elements = 0;                              ///< of a chunk
  llvm::SmallVector<const clang::VarDecl *, 2> Tiles; ///< that it fills
  /// Without one, it is proven.
  llvm::SmallVector<WideCondition, 4> Conditions;
};

} // namespace pipeline_rewrite
#endif
