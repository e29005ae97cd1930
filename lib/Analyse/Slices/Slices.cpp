//===- Slices.cpp - Load slice, compute slice, what both read -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions the body's statements by what their results feed. The load slice
// is every store to a tile and whatever computes its addresses, guards and
// values.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Slices/LoadNeeds.h"
#include "Analyse/Slices/Scratch.h"
#include "Analyse/Slices/SliceSteps.h"
#include "Ast/Counters.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Slicer {
public:
  Slicer(LoopAnalysis &A, const ScratchVariables &Scratch)
      : A(A), Units(A.Facts.Units), Scratch(Scratch), Names(A),
        Computes(A, Scratch), Loads(A, Scratch, Names, Computes) {}

  std::optional<Refusal> run() {
    assignBarriersAndFills();
    Loads.need(A.Condition);
    if (auto R = Loads.grow())
      return R;
    if (auto R = keepWhatComputeReads())
      return R;
    if (!loadsGlobalData())
      return A.refuse(RefusalId::BarrierLayout,
                      "what stands before the first barrier loads nothing from "
                      "global memory",
                      A.K.Units[A.Facts.FirstLoad],
                      "shared memory is written here");
    markUpdates(A, Scratch, LastFill);
    describeVariables();
    for (Carried &C : A.Facts.Variables) {
      auto R = findUncopyable(A, C.Var);
      C.Copyable = !R;
      if (R && C.NeedsCopy)
        return R;
    }
    return std::nullopt;
  }

  /// Scratch is each half's own only if every statement in front of the barrier
  /// that uses it moves with the loads, as one of them, and none behind it; or
  /// if the loads have none of it; or if no statement leaves it to another.
  ScratchVariables mixedScratch() const {
    ScratchVariables Mixed;
    for (const VarDecl *V : Scratch) {
      if (isOfLoopsAlone(V))
        continue;
      bool OfLoads = false, OfOthers = false;
      for (unsigned I = 0; I < Units.size(); ++I)
        if (uses(I, V) && !llvm::is_contained(declaredBy(Units[I].S), V)) {
          const bool Moves =
              Units[I].Role == UnitRole::Load && !Units[I].Advance;
          OfLoads |= Units[I].isLoadSide();
          OfOthers |= I < A.Facts.LoadBarrier ? !Moves : Units[I].isLoadSide();
        }
      if (OfLoads && OfOthers)
        Mixed.insert(V);
    }
    return Mixed;
  }

private:
  bool uses(unsigned I, const VarDecl *V) const {
    return A.UnitEffects[I].readsVar(V) || A.UnitEffects[I].writesVar(V);
  }

  void assignBarriersAndFills() {
    for (unsigned I = 0; I < A.K.Units.size(); ++I) {
      LoopUnit U;
      U.S = A.K.Units[I];
      U.Added = A.K.AddedBarrier == I;
      if (I == A.Facts.LoadBarrier)
        U.Role = UnitRole::LoadBarrier;
      else if (I == A.Facts.TrailingBarrier)
        U.Role = UnitRole::TrailingBarrier;
      else if (isSharedDeclaration(U.S))
        U.Role = UnitRole::Declaration;
      Units.push_back(U);
    }
    // The prologue repeats the barriers, and what they name with them.
    for (unsigned I : {A.Facts.LoadBarrier, A.Facts.TrailingBarrier})
      if (!A.K.isVote(Units[I].S))
        Loads.needNames(Units[I].S);
    bool Any = false;
    for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
      if (Units[I].Role == UnitRole::Compute &&
          A.UnitEffects[I].writes(Space::Shared)) {
        Units[I].Role = UnitRole::Load;
        Loads.need(A.UnitEffects[I]);
        if (!Any)
          A.Facts.FirstLoad = I;
        LastFill = I;
        Any = true;
      }
  }

  static bool isSharedDeclaration(const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::all_of(D->decls(), [](const Decl *Each) {
             return Each->hasAttr<CUDASharedAttr>();
           });
  }

  /// A statement that stays names what unit \p I declares.
  bool isNamedByCompute(unsigned I) const {
    for (unsigned J = 0; J < Units.size(); ++J)
      if (Computes.has(J) && Names.names(J, I))
        return true;
    return false;
  }

  /// A load-side statement whose results compute also reads stays, beside its
  /// copy.
  std::optional<Refusal> keepWhatComputeReads() {
    bool Changed = true;
    while (Changed) {
      Changed = false;
      for (unsigned I = 0; I < Units.size(); ++I) {
        if (Units[I].Role != UnitRole::Load ||
            (!Computes.needsAnyOf(A.UnitEffects[I]) && !isNamedByCompute(I)))
          continue;
        if (A.UnitEffects[I].writes(Space::Shared))
          return refuseMixed(I);
        Units[I].Role = UnitRole::Both;
        Changed = true;
      }
    }
    return std::nullopt;
  }

  Refusal refuseMixed(unsigned I) const {
    Refusal R = A.refuse(RefusalId::MixedStatement,
                         "one statement fills a tile and computes a value that "
                         "is used later",
                         A.K.Units[I], "this statement");
    R.Halves = splitStatement(A, I);
    return R;
  }

  bool loadsGlobalData() const {
    for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
      if (Units[I].isLoadSide() && (A.UnitEffects[I].reads(Space::Global) ||
                                    A.UnitEffects[I].reads(Space::Unknown)))
        return true;
    return false;
  }

  void describeVariables() {
    llvm::SmallSetVector<const VarDecl *, 8> Vars;
    for (unsigned I = 0; I < Units.size(); ++I)
      if (Units[I].isLoadSide())
        for (const VarDecl *V : A.UnitEffects[I].Writes)
          if (A.isOutside(V) && !Scratch.contains(V))
            Vars.insert(V);
    if (A.Facts.IncrementOnLoadSide)
      for (const VarDecl *V : A.Increment.Writes)
        if (Loads.Variables.contains(V))
          Vars.insert(V);
    Vars.insert(A.Condition.Writes.begin(), A.Condition.Writes.end());
    // What the `for` header declares does not exist yet where the prologue
    // stands.
    for (const VarDecl *V : Loads.Variables)
      if (Names.isOfHeader(V))
        Vars.insert(V);
    for (const VarDecl *V : Vars) {
      Carried C;
      C.Var = V;
      C.DeclaredInInit = A.Init.writesVar(V) && Names.isOfHeader(V);
      C.NeedsCopy = A.Increment.writesVar(V) || A.Condition.writesVar(V) ||
                    Computes.needs(V) || C.DeclaredInInit;
      A.Facts.Variables.push_back(C);
    }
    for (const VarDecl *V : A.Increment.Writes)
      A.Facts.IncrementOnComputeSide |=
          !Names.isOfHeader(V) || Computes.reads(V);
  }

  LoopAnalysis &A;
  std::vector<LoopUnit> &Units;
  const ScratchVariables &Scratch;
  const BodyNames Names;
  ComputeSide Computes;
  LoadNeeds Loads;
  unsigned LastFill = 0;
};

} // namespace

std::optional<Refusal> sliceUnits(LoopAnalysis &A) {
  ScratchVariables Scratch = findScratch(A);
  const LoopFacts Before = A.Facts;
  while (true) {
    Slicer Each(A, Scratch);
    auto R = Each.run();
    const ScratchVariables Mixed = Each.mixedScratch();
    if (Mixed.empty())
      return R;
    // Then they are variables like any other.
    for (const VarDecl *V : Mixed)
      Scratch.remove(V);
    A.Facts = Before;
  }
}

} // namespace pipeline_rewrite
