//===- TileRows.h - Tiles whose rows may lie further apart ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_TILEROWS_H
#define PIPELINE_REWRITE_ANALYSE_TILEROWS_H

#include "Analyse/Answer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace pipeline_rewrite {

class SourceUnit;

/// A static array of shared memory by its rows: what its last index counts.
struct TileRows {
  const clang::VarDecl *Var = nullptr;
  unsigned ElementBytes = 0;
  uint64_t Rows = 0, Columns = 0;
  /// Bytes that the distance of two rows is a multiple of: the widest access
  /// of several elements, and 16 for wmma and asynchronous copies.
  unsigned Multiple = 1;
  /// Calls that are told the distance, by this argument of theirs.
  std::vector<const clang::Expr *> LeadingDimensions;
  /// The tile and the variables that hold addresses of its elements.
  std::vector<const clang::VarDecl *> Names;
  /// Every use finds its elements by row and column, whatever the distance.
  /// That a column is below the number of columns is the language's rule, which
  /// is relied on where the row is not a constant and no pointer is moved.
  Answer CanPad;

  uint64_t rowBytes() const { return Columns * ElementBytes; }
  uint64_t bytes() const { return Rows * rowBytes(); }
  /// The number of columns where the tile is declared; nullptr if it is
  /// nowhere that can be changed.
  const clang::Expr *writtenColumns() const;
};

/// The static shared arrays that \p F declares, in the order of the text.
///
/// Takes:   a definition that depends on no template parameter.
/// Refuses: row-length-relied-on, code-in-macro.
std::vector<TileRows> findTileRows(const clang::FunctionDecl *F,
                                   const SourceUnit &Unit);

/// The same array in instances of its template beside \p Known.
std::vector<TileRows> findOtherInstances(llvm::ArrayRef<TileRows> Known,
                                         const SourceUnit &Unit);

/// Nothing names a tile, all of whose instances these are, in text of its
/// functions that this build has no tree of.
///
/// Refuses: row-length-relied-on.
Answer areUsesSeen(llvm::ArrayRef<TileRows> Instances, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
