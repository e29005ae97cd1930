//===- KeptLoads.cpp - What of the load slice belongs to a phase ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/KeptLoads.h"
#include "Ast/Below.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool mentions(const Stmt *S, const Decl *D) {
  return findBelow<DeclRefExpr>(
      S, [&](const DeclRefExpr *Ref) { return Ref->getDecl() == D; });
}

} // namespace

/// Few threads copy a box, and all of them what is none.
bool KeptLoads::isForFew(const Stmt *Leaf) const {
  const TileStore *Store = T.Slice.findStore(Leaf);
  return Store && T.Phases.actionOf(Phase, Leaf) == LeafAction::Copy &&
         T.Plan.findTile(Store->Tile)->Box;
}

/// What this part is of, or may need, names something that \p Local declares.
bool KeptLoads::isNamed(const DeclStmt *Local) const {
  auto Names = [&](auto &Self, const Stmt *S) -> bool {
    if (!S || S == Local)
      return false;
    if (!isLoadLeaf(S))
      return llvm::any_of(S->children(),
                          [&](const Stmt *Child) { return Self(Self, Child); });
    if (isForFew(S) ? Of == Others : Of == Copies && T.Slice.findStore(S))
      return false;
    return llvm::any_of(Local->decls(),
                        [&](const Decl *D) { return mentions(S, D); }) &&
           (!isa<DeclStmt>(S) || isNamed(cast<DeclStmt>(S)));
  };
  return llvm::any_of(T.Slice.Units, [&](const LoopUnit &U) {
    return U.isLoadSide() && !isForOthers(U) && Names(Names, U.S);
  });
}

/// Locals are part of what names them, as each part has a scope of its own.
LeafAction KeptLoads::actionOf(const Stmt *Leaf) const {
  const LeafAction Action = T.Phases.actionOf(Phase, Leaf);
  if (Of == All)
    return Action;
  if (const auto *Local = dyn_cast<DeclStmt>(Leaf);
      Local && Action == LeafAction::Keep && !isNamed(Local))
    return LeafAction::Drop;
  if (Of == Others)
    return isForFew(Leaf) ? LeafAction::Drop : Action;
  if (isForFew(Leaf))
    return Action;
  switch (Action) {
  case LeafAction::Keep:
    return T.Slice.findStore(Leaf) ? LeafAction::Drop : Action;
  case LeafAction::FetchAndKeep:
  case LeafAction::KeepAndFetch:
    return LeafAction::Keep;
  default:
    return LeafAction::Drop;
  }
}

bool KeptLoads::copies() const {
  return llvm::any_of(T.Slice.Units, [&](const LoopUnit &U) {
    return U.isLoadSide() && !U.Advance &&
           findLoadLeaf(U.S, [&](const Stmt *S) {
             return actionOf(S) == LeafAction::Copy;
           });
  });
}

/// What moves a variable on from tile to tile is for all threads, once.
bool KeptLoads::isForOthers(const LoopUnit &U) const {
  return Of == Copies && U.Opening;
}

bool KeptLoads::isKept(const LoopUnit &U) const {
  return !isForOthers(U) && isKept(U.S);
}

bool KeptLoads::isKept(const Stmt *S) const {
  return findLoadLeaf(
      S, [&](const Stmt *Leaf) { return actionOf(Leaf) != LeafAction::Drop; });
}

bool KeptLoads::becomesSeveral(const Stmt *S) const {
  if (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  // What waits in registers, and the iterations beyond them.
  if (const auto *For = dyn_cast_or_null<ForStmt>(S))
    return Phase == LoadPhase::Store && T.Phases.Open.contains(For);
  switch (S && isLoadLeaf(S) ? actionOf(S) : LeafAction::Drop) {
  case LeafAction::Copy:
    return T.Slice.findStore(S)->Guard;
  case LeafAction::Fetch:
    return llvm::count_if(T.Phases.Fetches,
                          [&](const Fetch &F) { return F.writtenBy(S); }) > 1;
  case LeafAction::FetchAndKeep:
  case LeafAction::KeepAndFetch:
    return true;
  default:
    return false;
  }
}

bool KeptLoads::declares() const {
  return llvm::any_of(T.Slice.Units, [&](const LoopUnit &U) {
    return U.isLoadSide() && !U.Advance && isa<DeclStmt>(U.S) && isKept(U.S) &&
           actionOf(U.S) != LeafAction::Fetch;
  });
}

} // namespace pipeline_rewrite
