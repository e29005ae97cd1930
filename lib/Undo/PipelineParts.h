//===- PipelineParts.h - The statements of a pipeline by their look -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PIPELINEPARTS_H
#define PIPELINE_REWRITE_UNDO_PIPELINEPARTS_H

#include "Match/KLoop.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite::undo {

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

/// A barrier, or what waits for copies, counts or acquires them.
bool isSync(const clang::Stmt *S);
/// An asynchronous copy of a tile's elements: its call; else nullptr.
const clang::CallExpr *asyncCopy(const clang::Stmt *S);
/// The body of the lambda in a local variable that \p S calls; else nullptr.
const clang::CompoundStmt *calledLambda(const clang::Stmt *S);
/// The variable that all of a target is part of; else nullptr.
const clang::VarDecl *rootOf(const clang::Expr *E);
/// The first index of an element, by which a buffer may be chosen; nullptr
/// unless \p S is `V[index]` of an array in shared memory.
const clang::ArraySubscriptExpr *firstIndexOf(const clang::Stmt *S);
bool mentions(const clang::Stmt *S, const Variables &Any);
bool mentions(const clang::Stmt *S, const clang::VarDecl *V);
/// The local variable that the statement advances or sets, and nothing else.
const clang::VarDecl *onlySets(const clang::Stmt *S);

/// What stands around a pipelined loop, and what its statements are for.
struct PipelineParts {
  const KLoop *Loop = nullptr;
  const clang::CompoundStmt *Block = nullptr; ///< that holds the loop
  unsigned Number = 0;                        ///< of the loop in it
  std::vector<const clang::Stmt *> Front;     ///< statements that go
  std::vector<const clang::Stmt *> Loads;     ///< of one tile, in the prologue
  /// In the prologue after its barrier: what moves on to the next tile.
  std::vector<const clang::Stmt *> Advances;
  const clang::Stmt *Tail = nullptr; ///< computes the last tiles
  Variables Tiles, Rings;
  /// Variables of the pipeline alone: counters of loads, with those of the
  /// computation if it has any, and the choice of a buffer.
  std::vector<std::pair<const clang::VarDecl *, const clang::VarDecl *>> Ahead;
  Variables Gone; ///< Ahead, and all else that only the pipeline needs
  std::vector<const clang::Stmt *> Dropped; ///< of the body
  bool CopiesAsync = false, IsPeeled = false;

  const clang::VarDecl *const *counterOf(const clang::VarDecl *V) const {
    for (const auto &[Load, Counter] : Ahead)
      if (Load == V)
        return &Counter;
    return nullptr;
  }
};

/// Gives: nothing where no prologue is seen.
std::optional<PipelineParts> findParts(const KLoop &Loop);

} // namespace pipeline_rewrite::undo
#endif
