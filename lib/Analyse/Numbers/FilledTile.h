//===- FilledTile.h - What a block copies to one tile ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. The copy engine writes whole boxes, from one instruction
// of one thread. So the block must fill each element of a tile exactly once, in
// every iteration alike, and the elements of a row with what lies side by side
// in global memory.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FILLEDTILE_H
#define PIPELINE_REWRITE_ANALYSE_FILLEDTILE_H

#include "Analyse/Numbers/TileFills.h"

namespace pipeline_rewrite {

/// What all threads of a block copy to one tile.
class FilledTile {
public:
  FilledTile(const LoopAnalysis &A, const Tile &T) : A(A), T(T) {}

  void add(TileFill &&Fill, bool IsFirstThread);
  /// Whether it is a box, and which.
  Answer describe(TileBox &Box) const;
  /// What is copied to its beginning, of a box.
  const TileFill &first() const { return Fills.begin()->second; }

private:
  std::string name() const { return "'" + T.Shape.Name + "'"; }
  const TileStore &firstStore() const { return *Fills.begin()->second.Store; }
  int64_t size() const { return T.Shape.Bytes; }

  /// From the first byte to the last, without a gap.
  Answer isCovered(TileBox &Box) const;
  /// How far behind the first element's source; nullopt if that is no sum.
  std::optional<UniformSum> distance(const TileFill &Fill) const;
  Answer findRows(TileBox &Box) const;
  int64_t shorterRow(int64_t Row) const;
  Answer findStride(TileBox &Box) const;
  /// No map has rows that are none, or lie in front of each other.
  Answer canBeStride(const UniformSum &Stride, const TileBox &Box) const;
  /// The host must be able to compute it.
  Answer takeStride(const UniformSum &Stride, TileBox &Box) const;
  Answer findBase(TileBox &Box) const;
  Answer fitsHardware(TileBox &Box) const;

  const LoopAnalysis &A;
  const Tile &T;
  std::map<int64_t, TileFill> Fills; ///< by where they go
  /// An element that is filled again; a store of which nothing is known.
  const TileStore *Again = nullptr, *Lost = nullptr;
  bool ByFirstThread = false;
};

/// How many declarations in \p S have the name of \p Like: there it may mean
/// another object.
unsigned countDeclared(const clang::Stmt *S, const clang::VarDecl *Like);

} // namespace pipeline_rewrite
#endif
