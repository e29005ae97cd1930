//===- TileCounters.cpp - Variables that may tell one tile from another ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/TileCounters.h"
#include "Ast/Assignments.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class CounterSearch {
public:
  explicit CounterSearch(const LoopAnalysis &A) : A(A) {}

  CounterSet find() {
    for (const Carried &C : A.Facts.Variables)
      Found.insert(C.Var);
    Found.insert(A.Increment.Writes.begin(), A.Increment.Writes.end());
    Found.insert(A.Condition.Writes.begin(), A.Condition.Writes.end());
    findApartFromMemory();
    for (const Stmt *S : A.K.Units)
      findSteps(S);
    spread();
    return std::move(Found);
  }

private:
  static bool readsAnyOf(const Effects &E, const CounterSet &Vars) {
    return llvm::any_of(E.Reads,
                        [&](const VarDecl *V) { return Vars.contains(V); });
  }

  /// Variables that change from tile to tile and get nothing from memory.
  void findApartFromMemory() {
    CounterSet OfMemory;
    for (size_t Before = ~size_t(0); OfMemory.size() != Before;) {
      Before = OfMemory.size();
      for (const Effects &E : A.UnitEffects)
        if (!E.Accesses.empty() || readsAnyOf(E, OfMemory))
          OfMemory.insert(E.Writes.begin(), E.Writes.end());
    }
    for (const Effects &E : A.UnitEffects)
      for (const VarDecl *V : E.Writes)
        if (A.isOutside(V) && !OfMemory.contains(V))
          Found.insert(V);
  }

  /// Variables that are moved on by a step that no memory says.
  void findSteps(const Stmt *S) {
    if (!S)
      return;
    if (auto To = anyAssignment(S))
      if (const auto *Ref = dyn_cast<DeclRefExpr>(To->Target->IgnoreParens()))
        if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
            V && A.isOutside(V) && isStep(*To, V))
          Found.insert(V);
    for (const Stmt *Child : S->children())
      findSteps(Child);
  }

  /// `V++`, `V += 2` or `V = V + 2`, but not `V = 0`.
  bool isStep(const Assignment &To, const VarDecl *V) const {
    if (!To.Value)
      return true;
    const Effects E = A.Collector.collect(To.Value);
    return E.Accesses.empty() && (To.readsOld() || E.readsVar(V)) &&
           llvm::none_of(E.Reads, [&](const VarDecl *R) {
             return R != V && isOfMemory(R);
           });
  }

  /// A local of the body that begins with what memory holds.
  bool isOfMemory(const VarDecl *V) const {
    return !A.isOutside(V) && V->getInit() &&
           !A.Collector.collect(V->getInit()).Accesses.empty();
  }

  /// To what is made of them, or of memory that may count as they do.
  void spread() {
    for (size_t Before = ~size_t(0); Found.size() != Before;) {
      Before = Found.size();
      for (unsigned I = 0; I < A.K.Units.size(); ++I)
        if (const Effects &E = A.UnitEffects[I];
            readsAnyOf(E, Found) || mayReadCount(I))
          Found.insert(E.Writes.begin(), E.Writes.end());
    }
  }

  bool isTile(const Access &Acc) const {
    return Acc.Root && A.Facts.findTile(Acc.Root);
  }

  /// The computation reads memory that is no tile and that the loop writes.
  bool mayReadCount(unsigned I) const {
    return !A.Facts.Units[I].isLoadSide() &&
           llvm::any_of(A.UnitEffects[I].Accesses, [&](const Access &Acc) {
             return Acc.Read && !isTile(Acc) && isWritten(Acc);
           });
  }

  bool isWritten(const Access &Read) const {
    return llvm::any_of(A.UnitEffects, [&](const Effects &E) {
      return llvm::any_of(E.Accesses, [&](const Access &W) {
        return W.Write && !isTile(W) &&
               (!W.Root || !Read.Root || W.Root == Read.Root);
      });
    });
  }

  const LoopAnalysis &A;
  CounterSet Found;
};

} // namespace

CounterSet findTileCounters(const LoopAnalysis &A) {
  return CounterSearch(A).find();
}

} // namespace pipeline_rewrite
