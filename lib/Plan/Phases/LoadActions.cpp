//===- LoadActions.cpp - What each load statement becomes, phase by phase -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Decisions.h"
#include "Plan/Phases/LoadLeaves.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Actions {
public:
  Actions(LoadPhases &Phases, const LoadSlice &Slice, const PipelinePlan &Plan)
      : Phases(Phases), Slice(Slice), Plan(Plan),
        Collector(*Plan.Facts->Collector),
        Leaves(findLeaves(Slice, Collector)) {}

  void run() {
    for (const LoopUnit &U : Slice.Units)
      if (U.isLoadSide() && !U.Advance)
        decide(U.S);
  }

private:
  void decide(const Stmt *Of) {
    findLoadLeaf(Of, [&](const Stmt *S) {
      for (LoadPhase Phase :
           {LoadPhase::Prologue, LoadPhase::Issue, LoadPhase::Store})
        Phases.Actions[unsigned(Phase)][S] = actionOf(Phase, S);
      return false;
    });
  }

  LeafAction actionOf(LoadPhase Phase, const Stmt *S) const {
    if (!isKept(Phase, S))
      return LeafAction::Drop;
    if (const CallPhases *Half = findCall(Phases, S); Half && !Half->isLate())
      return Half->stores() && Phase == LoadPhase::Prologue ? LeafAction::Keep
                                                            : LeafAction::Half;
    const TileStore *Store = Slice.findStore(S);
    if (Store && isAsync(*Store) && Store->RawSource)
      return LeafAction::Copy;
    if (Phase == LoadPhase::Prologue)
      return LeafAction::Keep;
    if (Phase == LoadPhase::Store)
      return isDeclaredAnew(S) ? LeafAction::Declare : LeafAction::Store;
    if (!Phases.Issue.contains(S))
      return LeafAction::Fetch;
    if (!hasFetch(S))
      return LeafAction::Keep;
    return readsOwnResult(S) ? LeafAction::FetchAndKeep
                             : LeafAction::KeepAndFetch;
  }

  bool isKept(LoadPhase Phase, const Stmt *S) const {
    switch (Phase) {
    case LoadPhase::Prologue:
      return !isBypassed(S) &&
             (Phases.Prologue.empty() || Phases.Prologue.contains(S));
    case LoadPhase::Issue:
      return Phases.Issue.contains(S) || hasFetch(S);
    case LoadPhase::Store:
      return Phases.Store.contains(S) && !isReplacedLocal(S);
    }
    llvm_unreachable("no such phase");
  }

  bool isAsync(const TileStore &S) const {
    return Plan.findTile(S.Tile)->Copy == CopyKind::Async;
  }

  bool hasFetch(const Stmt *S) const {
    return llvm::any_of(Phases.Fetches,
                        [&](const Fetch &F) { return F.writtenBy(S); });
  }

  /// A fetch of \p Leaf reads a variable that the statement itself changes:
  /// what `i = next[i]` reads is gone behind it.
  bool readsOwnResult(const Stmt *Leaf) const {
    Effects Whole = Collector.collect(Leaf);
    for (const Fetch &F : Phases.Fetches)
      if (F.Leaf == Leaf)
        for (const VarDecl *V : Collector.collect(F.Value).Reads)
          if (Whole.writesVar(V))
            return true;
    return false;
  }

  /// `T v = fetch;` whose register takes v's place.
  bool isReplacedLocal(const Stmt *S) const {
    return llvm::any_of(Phases.Fetches, [&](const Fetch &F) {
      return F.Leaf == S && F.Local && !F.KeepsLocal;
    });
  }

  bool isDeclaredAnew(const Stmt *S) const {
    return llvm::any_of(Phases.Fetches, [&](const Fetch &F) {
      return F.Leaf == S && F.KeepsLocal;
    });
  }

  /// `T v = g;` where only raw copies read v.
  bool isBypassed(const Stmt *S) const {
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *V = D && D->isSingleDecl()
                        ? dyn_cast<VarDecl>(D->getSingleDecl())
                        : nullptr;
    bool Any = false;
    for (const TileStore &Store : Slice.Stores) {
      if (!V ||
          (Store.Via != V && !Collector.collect(Store.Statement).readsVar(V)))
        continue;
      if (Store.Via != V || !isAsync(Store))
        return false;
      Any = true;
    }
    return Any && llvm::none_of(Leaves, [&](const Leaf &L) {
             return L.S != S && L.E.readsVar(V) && Slice.storesOf(L.S).empty();
           });
  }

  LoadPhases &Phases;
  const LoadSlice &Slice;
  const PipelinePlan &Plan;
  EffectsCollector &Collector;
  const std::vector<Leaf> Leaves;
};

/// The stores that become asynchronous copies.
llvm::SmallVector<const TileStore *, 4> copiesOf(const LoadSlice &Slice,
                                                 const PipelinePlan &Plan) {
  llvm::SmallVector<const TileStore *, 4> Out;
  for (const TileStore &S : Slice.Stores)
    if (S.RawSource && Plan.findTile(S.Tile)->Copy == CopyKind::Async)
      Out.push_back(&S);
  return Out;
}

FirstHalf firstHalfOf(const CallPhases &Half, const PipelinePlan &Plan) {
  if (!Half.stores())
    return FirstHalf::Copies;
  const bool Early = !Half.Issue.empty() && Plan.usesAsync();
  return Early && !Half.countFetches() ? FirstHalf::Precedes
                                       : FirstHalf::Fetches;
}

} // namespace

void decideActions(LoadPhases &Phases, const LoadSlice &Slice,
                   const PipelinePlan &Plan) {
  Actions(Phases, Slice, Plan).run();
  const auto Copies = copiesOf(Slice, Plan);
  Phases.Copies = !Copies.empty();
  llvm::copy_if(Copies, std::back_inserter(Phases.AssertedSizes),
                [&](const TileStore *S) {
                  return Plan.findTile(S->Tile)->AssertCopySize;
                });
  for (CallPhases &Half : Phases.Calls) {
    decideActions(Half, *Half.Call, Plan);
    Half.First = firstHalfOf(Half, Plan);
    Phases.Copies |= Half.Copies;
  }
}

} // namespace pipeline_rewrite
