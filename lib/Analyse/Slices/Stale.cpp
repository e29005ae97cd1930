//===- Stale.cpp - Stores that may leave an earlier tile's elements -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several buffers are exact only if every iteration writes the same elements of
// a tile. A guard or an index that changes from tile to tile, without a store
// in the other case, leaves elements of the tile before: then only one buffer
// keeps them.
//
// A loop that is entered again, in a loop around it or by another call of its
// function, finds the tiles as it left them: what differs from one entry to the
// next counts as well.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/Stale.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Numbers/StoredElements.h"
#include "Analyse/Numbers/VaryingValues.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "llvm/Support/SaveAndRestore.h"
#include <initializer_list>
#include <utility>

using namespace clang;

namespace pipeline_rewrite {
namespace {

class StaleFinder {
public:
  /// \p OfEntries: asks as well what differs between two entries.
  StaleFinder(LoopAnalysis &A, bool OfEntries)
      : A(A), OfEntries(OfEntries), Slice(&A.Facts), Values(A) {
    if (OfEntries)
      Values.addEntries();
  }

  bool isEnteredAgain() const { return Values.around(); }

  void run() {
    do {
      Changed = false;
      propagateAround(Values.around());
      forEachLoad([&](const Stmt *S) { propagate(S, nullptr); });
    } while (Changed);
    // A thread that leaves the loop before others fills its elements no more.
    const Stmt *Leaves = startsAtThread(A) ? A.K.Condition : nullptr;
    forEachLoad([&](const Stmt *S) { checkNext(S, Leaves); });
  }

private:
  template <typename F> void forEachLoad(F Do) {
    for (const LoopUnit &U : Slice->Units)
      if (U.isLoadSide())
        Do(U.S);
  }

  /// The same for the body of a function that is called.
  template <typename F> void inCallee(const LoadCall &C, F Do) {
    InCallee In(A.Collector, C.Call);
    const LoadSlice *Caller = std::exchange(Slice, &C);
    forEachLoad(Do);
    Slice = Caller;
  }

  /// What runs before the loop each time that it is entered.
  void propagateAround(const Stmt *S) {
    if (!S || S == A.K.Loop)
      return;
    if (!contains(S, A.K.Loop))
      return propagate(S, nullptr);
    for (const Stmt *Child : S->children())
      propagateAround(Child);
  }

  /// Parameters are what the arguments are.
  void propagateCall(const LoadCall &C, const Stmt *Guard) {
    for (unsigned I = 0; I < C.Callee->getNumParams(); ++I)
      declare(C.Callee->getParamDecl(I), C.argument(I), Guard);
    inCallee(C, [&](const Stmt *S) { propagate(S, Guard); });
  }

  /// Its scope is under the guard, too: that decides of no value.
  void declare(const VarDecl *V, const Expr *Init, const Stmt *Guard) {
    if (V->hasLocalStorage())
      DeclaredUnder[V] = Guard;
    else if (Guard)
      Changed |= Values.add(V);
    if (Values.varies(Init))
      Changed |= Values.add(V);
    if (Init)
      change(Init, Guard);
  }

  /// A statement that is run as a whole or not at all.
  void change(const Stmt *S, const Stmt *Guard) {
    const bool Varies = Values.varies(S);
    if (!Guard && !Varies)
      return;
    for (const VarDecl *V : A.Collector.collect(S).Writes) {
      const auto Declared = DeclaredUnder.find(V);
      if (Varies || Declared == DeclaredUnder.end() ||
          Declared->second != Guard)
        Changed |= Values.add(V);
    }
  }

  /// \p Guard: the innermost statement by which what is below it is not run
  /// for every tile alike.
  void propagate(const Stmt *S, const Stmt *Guard) {
    if (!S)
      return;
    if (const LoadCall *C = Slice->findCall(S))
      return propagateCall(*C, Guard);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      propagate(If->getInit(), Guard);
      propagate(If->getConditionVariableDeclStmt(), Guard);
      propagate(If->getCond(), Guard);
      const Stmt *Inner = Values.varies(If->getCond()) ? If : Guard;
      propagate(If->getThen(), Inner);
      return propagate(If->getElse(), Inner);
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      propagate(For->getInit(), Guard);
      propagate(For->getConditionVariableDeclStmt(), Guard);
      propagate(For->getCond(), Guard);
      const Stmt *Inner = Values.varies(For->getCond()) ? For : Guard;
      propagate(For->getInc(), Inner);
      return propagate(For->getBody(), Inner);
    }
    if (isa<CompoundStmt, AttributedStmt>(S) || onceBlock(S)) {
      for (const Stmt *Child : S->children())
        propagate(Child, Guard);
      return;
    }
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      return change(S, Guard);
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        declare(V, V->getInit(), Guard);
  }

  /// The same as check(), before another statement of the same block.
  void checkNext(const Stmt *S, const Stmt *Guard) {
    check(S, Guard);
    Before.push_back(S);
  }

  /// The statements of a block, or of something that may run them otherwise
  /// than once, from the first to the last.
  void checkChildren(const Stmt *S, const Stmt *Guard) {
    llvm::SaveAndRestore Outside(Before);
    if (!isa<CompoundStmt>(S))
      Before.clear();
    for (const Stmt *Child : S->children())
      checkNext(Child, Guard);
  }

  /// \p Guard: the innermost statement that makes the stores below it vary.
  void check(const Stmt *S, const Stmt *Guard) {
    if (!S)
      return;
    if (const LoadCall *C = Slice->findCall(S)) {
      llvm::SaveAndRestore Outside(Before, {});
      return inCallee(*C, [&](const Stmt *In) { checkNext(In, Guard); });
    }
    for (const TileStore *Store : Slice->storesOf(S)) {
      // What is collected of a target are the reads of its address, and of the
      // tile.
      const Stmt *Cause =
          Guard || !Values.varies(Store->Target, Store->Tile) ? Guard : S;
      for (Tile &T : A.Facts.Tiles)
        if (Cause && T.Var == Store->Tile && !T.Stale) {
          T.Stale = Cause;
          T.StaleAgain = OfEntries;
        }
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      llvm::SaveAndRestore Outside(Before);
      for (const Stmt *Head : std::initializer_list<const Stmt *>{
               If->getInit(), If->getConditionVariableDeclStmt(),
               If->getCond()})
        if (Head)
          Before.push_back(Head);
      const Stmt *Inner =
          Values.varies(If->getCond()) &&
                  !StoredElements(A, *Slice, Values, Before).isTotal(If)
              ? If
              : Guard;
      check(If->getThen(), Inner);
      return check(If->getElse(), Inner);
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      if (!Guard && StoredElements(A, *Slice, Values, Before).isFilled(For))
        return;
      llvm::SaveAndRestore Outside(Before, {});
      return check(For->getBody(), Values.varies(For) ? For : Guard);
    }
    if (!isa<Expr>(S))
      checkChildren(S, Guard);
  }

  LoopAnalysis &A;
  const bool OfEntries;
  const LoadSlice *Slice; ///< the loop, or the function that it calls
  VaryingValues Values;
  bool Changed = false;
  /// The innermost guard, as of propagate(), around a declaration.
  llvm::DenseMap<const VarDecl *, const Stmt *> DeclaredUnder;
  /// What each iteration has run, in the blocks around what is checked.
  llvm::SmallVector<const Stmt *, 16> Before;
};

} // namespace

void findStaleStores(LoopAnalysis &A) {
  StaleFinder(A, /*OfEntries=*/false).run();
  if (StaleFinder Again(A, /*OfEntries=*/true); Again.isEnteredAgain())
    Again.run();
}

} // namespace pipeline_rewrite
