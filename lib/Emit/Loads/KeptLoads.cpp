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

bool KeptLoads::isKeptHere(const Stmt *S) const {
  return findLoadLeaf(
      S, [&](const Stmt *Leaf) { return actionOf(Leaf) != LeafAction::Drop; });
}

bool KeptLoads::isKept(const Stmt *S) const {
  return isKeptHere(S) ||
         (!T.Plan.Others.empty() && findBelow<IfStmt>(S, [&](const IfStmt *If) {
           return !otherBranch(If, false).Kept.empty() ||
                  !otherBranch(If, true).Kept.empty();
         }));
}

bool isDiscarded(const Stmt *S, const SourceText &Source) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (!Block || !Block->body_empty())
    return false;
  const auto Begin = Source.spelled(Block->getLBracLoc()),
             End = Source.spelled(Block->getRBracLoc());
  return Begin && End &&
         (*Begin == *End ||
          !Source.text().slice(*Begin, *End).drop_front().trim().empty());
}

bool KeptLoads::isKeptBy(const OtherLoads &Other, const Stmt *Leaf) const {
  switch (Phase) {
  case LoadPhase::Prologue:
    return true;
  case LoadPhase::Issue:
    return Other.Phases.Issue.contains(Leaf);
  case LoadPhase::Store:
    return Other.Phases.Store.contains(Leaf);
  }
  llvm_unreachable("no such phase");
}

KeptLoads::OtherBranch KeptLoads::otherBranch(const IfStmt *If,
                                              bool IsElse) const {
  OtherBranch Out;
  if (!If->isConstexpr() ||
      !isDiscarded(IsElse ? If->getElse() : If->getThen(), T.Source))
    return Out;
  std::optional<std::vector<bool>> First;
  for (const OtherLoads &Other : T.Plan.Others) {
    const auto *Same = findBelow<IfStmt>(Other.Loop, [&](const IfStmt *Each) {
      return Each->getIfLoc() == If->getIfLoc();
    });
    const Stmt *Branch =
        Same ? IsElse ? Same->getElse() : Same->getThen() : nullptr;
    if (!Branch || isDiscarded(Branch, T.Source))
      continue;
    std::vector<bool> InPhase;
    findLoadLeaf(Branch, [&](const Stmt *Leaf) {
      InPhase.push_back(isKeptBy(Other, Leaf));
      if (!First && InPhase.back())
        Out.Kept.insert(Leaf);
      return false;
    });
    if (!First) {
      Out.S = Branch;
      First = std::move(InPhase);
    } else if (*First != InPhase) {
      Out.Agree = false;
    }
  }
  // Others have the tree of what is discarded in it, and parts of the loads
  // have phases of their own.
  Out.Agree &=
      !findBelow<IfStmt>(
          Out.S, [](const IfStmt *Each) { return Each->isConstexpr(); }) &&
      Of == All && T.Phases.Prologue.empty();
  return Out;
}

bool KeptLoads::declaresFor(const Stmt *S) const {
  auto IsMissing = [&](const Stmt *Leaf) {
    const auto *Declares = dyn_cast<DeclStmt>(Leaf);
    if (!Declares)
      return false;
    const LeafAction Action = actionOf(Leaf);
    return llvm::any_of(Declares->decls(), [&](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      const bool IsUnused =
          (Phase == LoadPhase::Issue && T.Phases.UnusedInIssue.contains(V)) ||
          (Phase == LoadPhase::Store && T.Phases.UnusedInStore.contains(V));
      return (IsUnused ||
              (Action != LeafAction::Keep && Action != LeafAction::Store)) &&
             findBelow<DeclRefExpr>(S, [&](const DeclRefExpr *Ref) {
               return Ref->getDecl()->getLocation() == D->getLocation();
             });
    });
  };
  return llvm::none_of(T.Slice.Units, [&](const LoopUnit &U) {
    return U.isLoadSide() && findLoadLeaf(U.S, IsMissing);
  });
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
