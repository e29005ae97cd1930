//===- LoadPhases.cpp - Which load statement runs before, which after compute //
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/LoadPhases.h"
#include "Analyse/Slices/LoadSums.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Plan/Phases/PhaseText.h"
#include "Plan/Phases/SplitState.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

static LoadPhases splitSlice(SplitState State);

/// The function's own body is split in the same way.
static void splitCall(SplitState &State, const LoadCall &Call, const Leaf &L) {
  InCallee In(State.Collector, Call.Call);
  CallPhases Half;
  llvm::SmallVector<const LoadCall *, 2> Calls(State.Calls);
  Calls.push_back(&Call);
  static_cast<LoadPhases &>(Half) = splitSlice(
      {Call, State.Collector, State.Context, State.Registers, State.Blocks,
       State.Builds, State.Guarded, /*Own=*/nullptr, Calls});
  Half.Call = &Call;
  State.Out.CanSplit.also(Half.CanSplit);
  if (Half.countFetches())
    Half.Loops = State.copyLoops(L);
  findParameters(Half);
  State.Out.Calls.push_back(std::move(Half));
}

/// Openings have all run before the first store: none behind a store may give
/// another value to what the store reads.
static void requireSettled(SplitState &State) {
  for (auto L = State.Leaves.begin(); L != State.Leaves.end(); ++L)
    for (auto Later = L; Later != State.Leaves.end(); ++Later)
      if (Later->Opening && !L->Opening && State.Out.Store.contains(L->S) &&
          llvm::any_of(L->E.Reads,
                       [&](const VarDecl *V) { return Later->E.writesVar(V); }))
        State.fail(
            RefusalId::UpdateBetweenLoads,
            "a variable that a store reads gets its next value before the "
            "store",
            Later->S);
}

/// What adds to a sum runs once for each tile.
static void requireSumsOnce(SplitState &State) {
  for (const Leaf &L : State.Leaves)
    if (State.isSum(L) && State.Out.Issue.contains(L.S) &&
        State.Out.Store.contains(L.S))
      State.fail(RefusalId::UpdateBetweenLoads,
                 "a sum of what is loaded is wanted on both sides of the "
                 "computation",
                 L.S);
}

/// Something beside \p Control reads what \p V may have got from its head.
static bool isReadBeside(const SplitState &State, const Stmt *Control,
                         const VarDecl *V) {
  return llvm::any_of(State.Leaves, [&](const Leaf &L) {
    if (llvm::is_contained(L.Control, Control))
      return false;
    for (const Stmt *C : L.Control)
      for (const Stmt *Header : headers(C)) {
        const Effects E = State.Collector.collect(Header);
        if (E.readsVar(V))
          return true;
        if (E.writesVar(V) && Header == headers(C).front())
          return false; // anew
      }
    return L.E.readsVar(V);
  });
}

/// A head stands in the phases of what is below it alone, and so does what it
/// sets.
static void requireHeads(SplitState &State) {
  const FunctionDecl *Callee =
      State.Calls.empty() ? nullptr : State.Calls.back()->Callee;
  auto Require = [&](const Stmt *Control) {
    if (!isa<IfStmt, ForStmt>(Control))
      return;
    for (const Stmt *Header : headers(Control))
      for (const VarDecl *V : State.Collector.collect(Header).Writes)
        if ((Callee && V->getParentFunctionOrMethod() != Callee) ||
            isReadBeside(State, Control, V))
          State.fail(RefusalId::SideEffectInLoads,
                     "a condition in the loads sets something", Control);
  };
  for (const LoopUnit &U : State.Slice.Units)
    if (U.isLoadSide() && !U.Advance)
      forEachBelow<Stmt>(U.S, Require);
}

static void split(SplitState &State) {
  for (const Leaf &L : State.Leaves)
    if (const LoadCall *Call = State.Slice.findCall(L.S))
      splitCall(State, *Call, L);
  findStorePhase(State);
  // What the registers of the store phase are loaded by.
  findIssuePhase(State);
  if (State.Out.countFetches() && State.Slice.UpdateBetweenLoads)
    State.fail(RefusalId::UpdateBetweenLoads,
               "'" + State.Slice.UpdatedVariable->getNameAsString() +
                   "' gets another value between two loads of a tile, and "
                   "what it held before may be used",
               State.Slice.UpdateBetweenLoads);
  requireSettled(State);
  requireSumsOnce(State);
  requireHeads(State);
  requireRests(State);
  findUnused(State.Out, State.Slice, State.Leaves, State.Collector);
  State.Out.CanSplit.confirm();
}

static LoadPhases splitSlice(SplitState State) {
  State.Leaves = findLeaves(State.Slice, State.Collector);
  State.Sums = findLoadSums(State.Slice.Units, State.Collector);
  size_t Known;
  do {
    Known = State.NotHeld.size();
    State.Out = LoadPhases();
    split(State);
  } while (State.NotHeld.size() != Known);
  return std::move(State.Out);
}

LoadPhases splitLoads(const LoadSlice &Slice, const LoopFacts &Of,
                      const llvm::SmallPtrSetImpl<const VarDecl *> &Registers,
                      FindBlocks Blocks, Arms Guarded,
                      const llvm::SmallPtrSetImpl<const Stmt *> *Own) {
  return splitSlice({Slice, *Of.Collector, Of.Loop->Function->getASTContext(),
                     Registers, Blocks, *Of.Builds, Guarded, Own});
}

size_t LoadPhases::countFetches() const {
  size_t Count = Fetches.size();
  for (const CallPhases &Half : Calls)
    Count += Half.countFetches();
  return Count;
}

bool LoadPhases::joinsArms() const {
  return llvm::any_of(Fetches, [](const Fetch &F) { return F.Fill; }) ||
         llvm::any_of(Calls,
                      [](const CallPhases &Half) { return Half.joinsArms(); });
}

bool isLoadLeaf(const Stmt *S) {
  return !isa<CompoundStmt, IfStmt, ForStmt, AttributedStmt>(S) &&
         !onceBlock(S);
}

const Stmt *findLoadLeaf(const Stmt *S, StmtTest Is) {
  if (!S || isLoadLeaf(S))
    return S && Is(S) ? S : nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S))
    return findLoadLeaf(For->getBody(), Is);
  if (const CompoundStmt *Block = onceBlock(S))
    return findLoadLeaf(Block, Is);
  const auto *If = dyn_cast<IfStmt>(S);
  for (const Stmt *Child : S->children())
    if (!If || Child == If->getThen() || Child == If->getElse())
      if (const Stmt *Found = findLoadLeaf(Child, Is))
        return Found;
  return nullptr;
}

const CallPhases *findCall(const LoadPhases &Phases, const Stmt *Call) {
  for (const CallPhases &Half : Phases.Calls)
    if (Half.Call->Call == Call)
      return &Half;
  return nullptr;
}

} // namespace pipeline_rewrite
