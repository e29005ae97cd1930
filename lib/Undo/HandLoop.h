//===- HandLoop.h - The parts of a loop that is pipelined by hand ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A closed list: each statement from the first load in front of the loop to its
// end is one of these kinds, or the loop is refused.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDLOOP_H
#define PIPELINE_REWRITE_UNDO_HANDLOOP_H

#include "Analyse/Memory/Effects.h"
#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "Undo/TileValues.h"

namespace pipeline_rewrite::undo {

struct HandLoop {
  const SourceUnit *Unit = nullptr;
  const KLoop *Loop = nullptr;
  const clang::CompoundStmt *Around = nullptr; ///< holds the loop
  TileCounter Counter; ///< its values are read by HandRun
  const clang::Expr *Start = nullptr, *Step = nullptr; ///< no Step: 1
  Arrays Tiles;
  /// Locals that only serve what is loaded ahead: registers, indices of
  /// buffers, counters that run ahead, answers to whether there is a tile.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Ahead;
  /// Statements in front of the loop that go away, in their order.
  std::vector<const clang::Stmt *> Before;
  /// By the loop's units: true for what goes away, barriers as well.
  std::vector<bool> IsLoad;
  /// All subscripts that choose a buffer.
  std::vector<const clang::ArraySubscriptExpr *> Choices;

  clang::ASTContext &context() const { return Unit->context(); }
  /// What \p D is declared as, and where in the user's text: the same for a
  /// declaration of the plain text that was one of the old.
  std::string keyOf(const clang::NamedDecl *D) const;
  bool isBarrier(unsigned U) const;
};

/// Divides the loop and what stands in front of it.
///
/// Takes:   a loop with a plain header.
/// Gives:   nothing of the values: HandRun proves them.
/// Refuses: hand-loop, hand-statement, hand-variable, hand-barrier.
std::variant<HandLoop, Refusal> divideLoop(const KLoop &Loop,
                                           const SourceUnit &Unit);

/// The same of the loop that was written in its place: no statement in front
/// of it is its own, and no array has several buffers.
std::variant<HandLoop, Refusal> dividePlainLoop(const KLoop &Loop,
                                                const SourceUnit &Unit,
                                                const HandLoop &From);

Refusal refuse(RefusalId Id, const KLoop &Loop, const SourceUnit &Unit,
               std::string Detail, const clang::Stmt *Cause = nullptr);

} // namespace pipeline_rewrite::undo
#endif
