//===- KeptLoads.cpp - What of the load slice belongs to a phase ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/KeptLoads.h"

using namespace clang;

namespace pipeline_rewrite {

bool KeptLoads::isKept(const Stmt *S) const {
  if (!S)
    return false;
  if (isLeaf(S))
    return isLeafKept(S);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return isKept(If->getThen()) || isKept(If->getElse());
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isKept(For->getBody());
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return isKept(Child); });
}

bool KeptLoads::isLeaf(const Stmt *S) {
  return !isa<CompoundStmt, IfStmt, ForStmt, AttributedStmt>(S);
}

bool KeptLoads::isLeafKept(const Stmt *S) const {
  switch (Phase) {
  case LoadPhase::Prologue:
    return !isBypassed(S) &&
           (T.Phases.Prologue.empty() || T.Phases.Prologue.contains(S));
  case LoadPhase::Issue:
    return T.Phases.Issue.contains(S) || hasFetch(S);
  case LoadPhase::Store:
    return T.Phases.Store.contains(S) && !isReplacedLocal(S);
  }
  llvm_unreachable("no such phase");
}

unsigned KeptLoads::fetchesOf(const Stmt *S) const {
  return llvm::count_if(T.Phases.Fetches,
                        [&](const Fetch &F) { return F.writtenBy(S); });
}

bool KeptLoads::readsOwnResult(const Stmt *Leaf) const {
  Effects Whole = T.Collector.collect(Leaf);
  for (const Fetch &F : T.Phases.Fetches)
    if (F.Leaf == Leaf)
      for (const VarDecl *V : T.Collector.collect(F.Value).Reads)
        if (Whole.writesVar(V))
          return true;
  return false;
}

bool KeptLoads::becomesSeveral(const Stmt *S) const {
  if (!S || !isLeaf(S) || !isLeafKept(S))
    return false;
  if (const CallPhases *Half = findCall(T.Phases, S); Half && !Half->isLate())
    return false;
  const TileStore *Store = T.Slice.findStore(S);
  if (Store && isAsync(*Store) && Store->RawSource)
    return Store->Guard;
  return Phase == LoadPhase::Issue &&
         fetchesOf(S) + T.Phases.Issue.contains(S) > 1;
}

/// `T v = fetch;` whose register takes v's place.
bool KeptLoads::isReplacedLocal(const Stmt *S) const {
  return llvm::any_of(T.Phases.Fetches, [&](const Fetch &F) {
    return F.Leaf == S && F.Local && !F.KeepsLocal;
  });
}

/// `T v = g;` where only raw copies read v.
bool KeptLoads::isBypassed(const Stmt *S) const {
  const auto *D = dyn_cast<DeclStmt>(S);
  if (!D || !D->isSingleDecl())
    return false;
  const Decl *V = D->getSingleDecl();
  bool Any = false;
  for (const TileStore &Store : T.Slice.Stores) {
    bool Reads =
        Store.Via == V ||
        T.Collector.collect(Store.Statement).readsVar(cast<VarDecl>(V));
    if (!Reads)
      continue;
    if (Store.Via != V || !isAsync(Store))
      return false;
    Any = true;
  }
  return Any && isa<VarDecl>(V);
}

bool KeptLoads::declares() const {
  return llvm::any_of(T.Slice.Units, [&](const LoopUnit &U) {
    bool Replaced = Phase == LoadPhase::Issue && !T.Phases.Issue.contains(U.S);
    return U.isLoadSide() && !U.Advance && isa<DeclStmt>(U.S) && isKept(U.S) &&
           !Replaced;
  });
}

} // namespace pipeline_rewrite
