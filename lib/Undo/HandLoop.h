//===- HandLoop.h - The parts of a loop that is pipelined by hand ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What runs ahead in the loop and in front of it, and what computes. A closed
// list: a statement that is neither leaves the loop as it is.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDLOOP_H
#define PIPELINE_REWRITE_UNDO_HANDLOOP_H

#include "Frontend/SourceUnit.h"
#include "Match/KLoop.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace pipeline_rewrite::undo {

/// Everything of a kind below \p S.
template <typename Kind, typename Do>
void forEach(const clang::Stmt *S, Do Give) {
  if (!S)
    return;
  if (const auto *K = llvm::dyn_cast<Kind>(S))
    Give(K);
  for (const clang::Stmt *Child : S->children())
    forEach<Kind>(Child, Give);
}

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 16>;

struct HandLoop {
  const SourceUnit *Unit = nullptr;
  const KLoop *Loop = nullptr;
  /// `for (Counter = Start; Counter < End; Counter += Step)`.
  const clang::VarDecl *Counter = nullptr;
  int64_t Start = 0, Step = 1;
  const clang::Expr *End = nullptr;
  /// Arrays that are filled ahead; true: the first subscript chooses a buffer.
  std::map<const clang::VarDecl *, bool> Tiles;
  /// Locals that only serve what runs ahead: counters, flags, choices of
  /// buffers, registers.
  Variables Ahead;
  std::vector<const clang::Stmt *> Before; ///< in front of the loop
  std::vector<bool> IsKept; ///< of the loop's units: the computation

  const clang::ASTContext &context() const { return Unit->context(); }
  bool isRing(const clang::VarDecl *V) const {
    const auto It = Tiles.find(V);
    return It != Tiles.end() && It->second;
  }
  /// \p E names what changes from tile to tile.
  bool isMoving(const clang::Expr *E) const;
};

/// What a statement that runs ahead does, without what is around it.
struct Leaf {
  enum KindOf { Other, Barrier, WarpSync, Commit, Wait, Fill, Set } Kind;
  const clang::Expr *Target = nullptr, *Value = nullptr; ///< Fill, Set
  const clang::VarDecl *Var = nullptr;                   ///< of Fill, Set
  bool IsCopy = false;                                   ///< Fill: asynchronous
  unsigned Prior = 0;                                    ///< of Wait
};
Leaf leafOf(const clang::Stmt *S, const clang::ASTContext &Context);

/// A full element of a shared array that the function declares, or a member of
/// it; null for all else. \p Choice: its first subscript.
const clang::VarDecl *
tileOf(const clang::Expr *LValue,
       const clang::ArraySubscriptExpr **Choice = nullptr);

/// Takes:   any loop.
/// Gives:   the parts; nothing of what they do, which TileRun follows.
/// Refuses: hand-loop, hand-statement, hand-variable, hand-barrier.
std::variant<HandLoop, Refusal> readHandLoop(const KLoop &Loop,
                                             const SourceUnit &Unit);

Refusal refuse(RefusalId Id, const HandLoop &L, std::string Detail,
               const clang::Stmt *Cause = nullptr);

} // namespace pipeline_rewrite::undo
#endif
