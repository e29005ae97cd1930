//===- RowPlace.h - Where in its row an expression leads ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ROWPLACE_H
#define PIPELINE_REWRITE_ANALYSE_ROWPLACE_H

#include "Analyse/Answer.h"
#include "Analyse/Ranges/NumberRange.h"
#include <vector>

namespace pipeline_rewrite {

/// A static array of shared memory by its rows: what its last index counts.
struct TileRows {
  const clang::VarDecl *Var = nullptr;
  unsigned Rank = 0; ///< indices
  unsigned ElementBytes = 0;
  uint64_t Rows = 0, Columns = 0;
  /// Bytes that the distance of two rows is a multiple of: the widest access
  /// of several elements, and 16 for wmma and asynchronous copies.
  unsigned Multiple = 1;
  /// Calls that are told the distance, by this argument of theirs.
  std::vector<const clang::Expr *> LeadingDimensions;
  /// Every use is known to find its elements by row and column, whatever the
  /// distance. That a column is below the number of columns is the language's
  /// rule, which is relied on where the row is not a constant.
  Answer CanPad;

  uint64_t rowBytes() const { return Columns * ElementBytes; }
  uint64_t bytes() const { return Rows * rowBytes(); }
  /// The number of columns where the tile is declared; nullptr if it is
  /// nowhere that can be changed.
  const clang::Expr *writtenColumns() const;
};

/// An expression that leads to rows of a tile, to an element or into one.
struct RowPlace {
  const clang::Expr *E = nullptr;
  enum KindOf {
    Itself,  ///< the rows, the element or a part of it
    Address, ///< of an element or a part of it
    Number   ///< that address, as inline assembly takes it
  } Is = Itself;
  unsigned Indices = 0;      ///< that stand after the array
  bool IsRowConstant = true; ///< the index before the last
  bool IsMoved = false;      ///< by sums with a pointer
  bool IsChoice = false;     ///< or of something else, `c ? As[0] : Bs[0]`
  /// Bits at the end of the number of the row, and of the bytes from the row's
  /// start, that are known to be 0.
  unsigned RowZeros = 16, Zeros = 16;
  int64_t Least = 0, Most = 0; ///< bytes from the row's start
};

/// A call whose body is looked into.
struct FollowedCall {
  const clang::CallExpr *Call;
  const clang::FunctionDecl *Body;
  unsigned Objects; ///< arguments in front of those of the parameters
};

/// The way from a mention of the tile to what is accessed, in bytes of a row.
class RowPlaces {
public:
  RowPlaces(TileRows &Of, clang::ASTContext &Context)
      : Of(Of), Context(Context) {}

protected:
  void fail(std::string Why, const clang::Stmt *At);

  /// Indexes rows of the tile. That the last index is below the number of
  /// columns is the language's rule where the row is not a constant.
  RowPlace indexed(RowPlace At, const clang::ArraySubscriptExpr *By);
  /// Adds to an address, or takes from it.
  RowPlace moved(RowPlace At, const clang::Expr *By, int Sign,
                 const clang::Expr *To);
  /// A member of an object, all of which must lie in the row: compilers rely on
  /// its alignment.
  RowPlace memberOf(RowPlace At, const clang::MemberExpr *Member);

  /// All of what has this type there.
  void access(RowPlace &At, clang::QualType Whole);
  void access(RowPlace &At, uint64_t Bytes, uint64_t Align);
  /// wmma's rows, of so many bytes each.
  void accessRuns(RowPlace &At, uint64_t Bytes);

  std::optional<int64_t> constant(const clang::Expr *E) const;

  TileRows &Of;
  clang::ASTContext &Context;
  llvm::SmallVector<FollowedCall, 4> Calls;

private:
  bool isWithin(RowPlace &At, uint64_t Bytes, uint64_t Align);
  const clang::Expr *passed(const clang::ParmVarDecl *P) const;
  std::optional<NumberRange>
  rangeOf(const clang::Expr *E,
          const std::array<unsigned, 3> *Block = nullptr) const;
  unsigned zerosOf(const clang::Expr *E, unsigned Depth = 0) const;
};

} // namespace pipeline_rewrite
#endif
