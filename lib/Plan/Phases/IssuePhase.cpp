//===- IssuePhase.cpp - Which load statement runs before the computation --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/HalfReads.h"
#include "Plan/Phases/SplitState.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class IssuePhase {
public:
  explicit IssuePhase(SplitState &State)
      : State(State), Slice(State.Slice), Collector(State.Collector),
        Leaves(State.Leaves), Out(State.Out) {}

  void run() {
    for (const Leaf &L : Leaves) {
      if (L.Opening)
        keepInIssue(L, /*Whole=*/true);
      const TileStore *S = Slice.findStore(L.S);
      if (S && !State.Registers.contains(S->Tile)) {
        keepInIssue(L, /*Whole=*/true);
        if (S->Via) // the copy reads its source in place of the local
          needInIssue(Collector.collect(S->Via->getInit()));
      }
      if (const CallPhases *Half = findCall(Out, L.S))
        issueCall(L, *Half);
    }
    for (size_t I = 0; I < Out.Fetches.size(); ++I) {
      const Fetch F = Out.Fetches[I];
      if (F.holdsWhole()) {
        issueHeld(F);
        continue;
      }
      for (const Leaf &L : Leaves)
        if (F.writtenBy(L.S))
          keepInIssue(L, /*Whole=*/false);
      needInIssue(Collector.collect(F.Value));
      if (F.Fill)
        needInIssue(Collector.collect(F.Fill));
    }
    keepEffects();
    requireStored();
  }

private:
  /// What is read back of a tile is there when the store has run, which is
  /// behind the computation where values wait in registers.
  void requireStored() {
    auto Require = [&](const Stmt *S) {
      for (const Access &Acc :
           S ? Collector.collect(S).Accesses : llvm::SmallVector<Access, 8>())
        if (Acc.Where == Space::Shared && Acc.Read &&
            llvm::any_of(Slice.Stores, [&](const TileStore &Store) {
              return Store.Tile == Acc.Root;
            }))
          State.fail(RefusalId::LoadReadsShared,
                     "what is loaded next depends on what the loads read back "
                     "of '" +
                         Acc.Root->getNameAsString() + "'",
                     S);
    };
    for (const Leaf &L : Leaves) {
      if (Out.Issue.contains(L.S))
        Require(L.S);
      for (const Stmt *C : L.Control)
        if (Out.Issue.contains(C))
          llvm::for_each(headers(C), Require);
    }
    for (const Fetch &F : Out.Fetches) {
      Require(F.Value);
      Require(F.Fill);
    }
  }

  /// What fills a held local runs before the computation.
  void issueHeld(const Fetch &F) {
    for (const Leaf &L : Leaves)
      if (F.writtenBy(L.S)) {
        keepInIssue(L, /*Whole=*/false);
        for (const VarDecl *V : L.E.Reads)
          if (V != F.Local)
            needInIssue(V);
      }
  }

  /// What no store needs may still be wanted behind the loop (`last = v;`).
  void keepEffects() {
    for (const Leaf &L : Leaves)
      if (isOwn(L) && !Out.Issue.contains(L.S) && !Out.Store.contains(L.S) &&
          hasEffects(L))
        keepInIssue(L, /*Whole=*/true);
  }

  /// What the other part of the loads does is not this one's business.
  bool isOwn(const Leaf &L) const {
    return !State.Own || State.Own->contains(L.S);
  }

  /// It writes more than variables of the slice, and is neither a store nor the
  /// read that a register waits for.
  bool hasEffects(const Leaf &L) const {
    if (findCall(Out, L.S) || !Slice.storesOf(L.S).empty() ||
        llvm::any_of(Out.Fetches,
                     [&](const Fetch &F) { return F.writtenBy(L.S); }))
      return false;
    return isSeenOutside(L, Leaves);
  }

  /// The whole call has a twin, or half of it, which is given what it needs.
  void issueCall(const Leaf &L, const CallPhases &Half) {
    if (Half.isLate())
      return;
    if (!Half.stores())
      return keepInIssue(L, /*Whole=*/true);
    keepInIssue(L, /*Whole=*/false);
    Out.Issue.insert(L.S);
    needInIssue(readByHalf(*Half.Call, L.E, Half.IssueParameters, Collector));
  }

  void keepInIssue(const Leaf &L, bool Whole) {
    for (const Stmt *C : L.Control)
      if (Out.Issue.insert(C).second)
        for (const Stmt *Header : headers(C))
          needInIssue(Collector.collect(Header));
    for (const Leaf *D : State.unseenDeclarations(L, /*Whole=*/false))
      keepInIssue(*D, /*Whole=*/true);
    if (!Whole || !Out.Issue.insert(L.S).second)
      return;
    for (const Leaf *D : State.unseenDeclarations(L, /*Whole=*/true))
      keepInIssue(*D, /*Whole=*/true);
    const TileStore *S = Slice.findStore(L.S);
    if (!S)
      return needInIssue(L.E);
    // The local that a raw copy bypasses is not needed; its source's address
    // is.
    Effects E = L.E;
    for (const VarDecl *V : E.Reads)
      if (V != S->Via || !S->RawSource)
        needInIssue(V);
  }

  void needInIssue(const Effects &E) {
    for (const VarDecl *V : E.Reads)
      needInIssue(V);
  }

  void needInIssue(const VarDecl *V) {
    if (State.findHeld(V))
      State.NotHeld.insert(V); // it is wanted on both sides of the computation
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V) && Slice.storesOf(L.S).empty())
        keepInIssue(L, /*Whole=*/true);
  }

  SplitState &State;
  const LoadSlice &Slice;
  EffectsCollector &Collector;
  const std::vector<Leaf> &Leaves;
  LoadPhases &Out;
};

} // namespace

void findIssuePhase(SplitState &State) { IssuePhase(State).run(); }

} // namespace pipeline_rewrite
