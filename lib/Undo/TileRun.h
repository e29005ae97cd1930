//===- TileRun.h - Which tile is where when it is computed ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all of a loop but its computation, for a given number of tiles. All
// threads do the same steps, so that one of them is enough.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_TILERUN_H
#define PIPELINE_REWRITE_UNDO_TILERUN_H

#include "Undo/HandLoop.h"
#include <deque>

namespace pipeline_rewrite::undo {

/// A number that is \p Slope more for the next tile.
struct Number {
  int64_t N = 0, Slope = 0;
};
using Numbers = std::map<const clang::VarDecl *, Number>;

/// What stands in a register, or in an element of a tile: the code that a
/// statement had it from, with numbers for what moves.
struct Loaded {
  std::string Code;
  const clang::Stmt *By = nullptr;    ///< the statement
  const clang::Expr *Value = nullptr; ///< of a register
  int64_t In = -1;                    ///< iteration; -1: in front
  Numbers At;                         ///< what moves, as it was
  std::map<const clang::VarDecl *, Loaded> Registers; ///< as they were
};

/// Evaluates and prints code at one moment of a run.
class CodeReader {
public:
  const HandLoop *L = nullptr;
  Numbers Held;
  std::map<const clang::VarDecl *, Loaded> Registers;
  int64_t Tiles = 0, Iteration = -1;
  /// Which buffers are chosen comes again after a multiple of so many tiles.
  mutable int64_t Period = 1;
  mutable int64_t MostAhead = 0; ///< tiles that a condition looks ahead
  mutable const clang::Expr *Unknown = nullptr; ///< has no value here

  std::optional<Number> evaluate(const clang::Expr *E) const;
  /// \p X, if it is one of the type's.
  std::optional<Number> fitting(std::optional<Number> X,
                                clang::QualType Type) const;
  /// Classes, types, values, and the declarations that names are of; a buffer's
  /// choice is left out, and sums are sorted. \p Places: only where it stores
  /// to, and when.
  std::string code(const clang::Stmt *S, bool Places = false) const;
  /// Of several, each of which may name what one before it declares.
  std::string codes(llvm::ArrayRef<const clang::Stmt *> Of) const;
  std::string keyOf(const clang::NamedDecl *D) const;

private:
  std::optional<Number> computed(const clang::BinaryOperator *B) const;
  std::optional<Number> compared(const clang::BinaryOperator *B) const;
  std::optional<Number> exists(Number X, const clang::Expr *End,
                               const clang::Expr *Left) const;
  std::optional<Number> converted(Number X, const clang::CastExpr *C) const;
  std::string print(const clang::Stmt *S, bool Places = false) const;
  std::string sum(const clang::Expr *E) const;
  void addends(const clang::Expr *E, clang::QualType Type,
               std::vector<std::string> &Of, int64_t &Rest) const;
  std::string named(const clang::DeclRefExpr *Name) const;
  std::string words(const clang::Stmt *S) const;

  mutable std::map<const clang::Decl *, unsigned> Own; ///< numbers of locals
};

struct TileTrace {
  /// Of each iteration, what each statement of the computation finds in tiles.
  std::vector<std::string> Computed;
  /// What iteration \p Steady finds, in the order of the stores.
  std::vector<Loaded> Steady;
  /// Of the beginning of each iteration: all that decides what follows.
  std::vector<std::string> Heads;
  int64_t Period = 1, MostAhead = 0;
  RefusalId Id = RefusalId::HandIndex;
  std::string Wrong; ///< what is wrong, where
  const clang::Stmt *At = nullptr;
};

/// Takes: the loop, how many tiles it has, and how many are run at most.
TileTrace runTiles(const HandLoop &L, int64_t Tiles, int64_t Most,
                   int64_t Steady = -1);

} // namespace pipeline_rewrite::undo
#endif
