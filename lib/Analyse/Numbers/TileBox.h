//===- TileBox.h - A tile that is a dense box of a row-major array --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tensor map must say of a tile. Data, but for the variables that it
// names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TILEBOX_H
#define PIPELINE_REWRITE_ANALYSE_TILEBOX_H

#include "Analyse/Numbers/BoxPlace.h"
#include <optional>

namespace pipeline_rewrite {

/// Rows of so many elements, one behind the other in shared memory, a stride
/// apart in global memory. Thread 0 copies the first element.
struct TileBox {
  /// Factor times the product of integers that the kernel is given.
  struct StrideTerm {
    int64_t Factor = 0;
    llvm::SmallVector<const clang::ParmVarDecl *, 2> Of;
    bool operator==(const StrideTerm &O) const {
      return Factor == O.Factor && Of == O.Of;
    }
  };

  /// A box lies on so many bytes of shared memory (PTX ISA, "Tensor copy
  /// restrictions").
  static constexpr unsigned SharedAlign = 128;

  const clang::VarDecl *Tile = nullptr;
  const clang::ParmVarDecl *Base = nullptr; ///< the pointer that it is read by
  bool BaseMoves = false;    ///< the kernel gives that pointer other values
  unsigned ElementBytes = 0; ///< 1, 2, 4 or 8
  unsigned Rows = 0, Columns = 0;
  llvm::SmallVector<StrideTerm, 1> Stride; ///< a sum, in bytes
  /// The tile's extents are written in words that are known outside the kernel,
  /// those of its template.
  bool HasWrittenSides = false;
  std::optional<BoxPlace> Place; ///< nullopt: no such expression is known

  unsigned bytes() const { return ElementBytes * Rows * Columns; }
  bool operator==(const TileBox &O) const {
    return Tile == O.Tile && Base == O.Base && Rows == O.Rows &&
           ElementBytes == O.ElementBytes && Columns == O.Columns &&
           Stride == O.Stride;
  }
};

} // namespace pipeline_rewrite
#endif
