//===- TileFills.h - What one thread copies to the tiles, from where ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Runs the load side of one iteration for a thread whose
// place in the block is known. An address is then a sum of what all threads of
// the block share.
//
// It is no ThreadRun (Threads/) over other values, although it walks the same
// statements. There what is unknown stays unknown, both ways of a condition are
// taken, and what is touched is a bound that many rules ask for; numbers wrap
// as the thread's do. Here every copy must be known exactly, a condition that
// is not a number ends the walk, and sums are those of whole numbers: one walk
// would ask at each step which of the two it is.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TILEFILLS_H
#define PIPELINE_REWRITE_ANALYSE_TILEFILLS_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Ranges/UniformSum.h"
#include "Threads/ThreadRun.h"
#include <limits>

namespace pipeline_rewrite {

/// One copy of a thread to a tile.
struct TileFill {
  const TileStore *Store = nullptr;
  bool IsFollowed = true; ///< else nothing is known but its tile
  int64_t At = 0;         ///< bytes behind the beginning of the tile
  UniformSum From;        ///< the address that it is copied from
  /// On the way to that no sum had a part below 0; and nothing but numbers was
  /// subtracted.
  bool IsPlain = true, HasDifference = false;
  /// Bytes that an index counted which is no number: the fewest.
  int64_t Unit = std::numeric_limits<int64_t>::max();
};

/// What an expression in front of the loop comes to.
struct ValueBefore {
  UniformSum Is;
  bool IsPlain = true, HasDifference = false; ///< as of TileFill
};

/// A no to tma-box.
Answer notFollowed(const clang::Stmt *S);

class TileFills {
public:
  using Sink = llvm::function_ref<void(TileFill)>;

  TileFills(const LoopAnalysis &A, ThreadCode &Code, const ThreadPlace &Where,
            Sink Out)
      : A(A), Code(Code), Where(Where), Out(Out) {}

  /// Is every copy of the iteration understood?
  Answer run();
  /// In place of run(); nullopt if it is not known.
  std::optional<ValueBefore> valueBefore(const clang::Expr *E);

private:
  using Sum = std::optional<UniformSum>;

  bool statement(const clang::Stmt *S);
  bool declare(const clang::DeclStmt *S);
  bool loop(const clang::ForStmt *S);
  bool branch(const clang::IfStmt *S);
  bool undecided(const clang::Stmt *S);
  void loseStores(const clang::Stmt *S);
  bool change(const clang::Expr *E);
  void fill(const TileStore &S);
  bool fail(const clang::Stmt *S);

  std::optional<bool> holds(const clang::Expr *E);
  Sum eval(const clang::Expr *E);
  Sum evalKnown(const clang::Expr *E);
  Sum result(const clang::Expr *E);
  bool isFixed(const clang::Stmt *S);
  Sum binary(const clang::BinaryOperator *B);
  Sum pointerPlus(const clang::BinaryOperator *B);
  Sum cast(const clang::CastExpr *C);
  Sum builtin(const clang::Expr *E) const;
  Sum variable(const clang::DeclRefExpr *Ref, const clang::CastExpr *Read);
  Sum firstValue(const clang::VarDecl *V);
  Sum address(const clang::Expr *E);
  Sum scaled(Sum Base, Sum By, clang::QualType Element, bool Minus);
  Sum fit(Sum Value, clang::QualType To) const;
  Sum changed(const Sum &Old, const Assignment &Done, const Sum &By);
  bool mayWrap(const Sum &New, const Assignment &Done) const;
  void noteSigns(const Sum &Of);

  const LoopAnalysis &A;
  ThreadCode &Code;
  const ThreadPlace Where;
  const Sink Out;
  llvm::DenseMap<const clang::VarDecl *, Sum> Known;
  /// Those of Known that keep the value from before the loop.
  llvm::DenseSet<const clang::VarDecl *> FromBefore;
  bool IsBefore = false; ///< in what a variable from before the loop is made of
  bool IsPlain = true, HasDifference = false;
  int64_t Unit = std::numeric_limits<int64_t>::max();
  Answer Can;
};

} // namespace pipeline_rewrite
#endif
