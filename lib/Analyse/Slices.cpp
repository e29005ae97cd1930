//===- Slices.cpp - Load slice, compute slice, what both read -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions the body's statements by what their results feed. The load slice
// is every store to a tile and whatever computes its addresses, guards and
// values.
//===----------------------------------------------------------------------===//
#include "Analyse/BodyNames.h"
#include "Analyse/ComputeSide.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Slicer {
public:
  Slicer(LoopAnalysis &A, const ScratchVariables &Scratch)
      : A(A), Units(A.Facts.Units), Scratch(Scratch), Names(A),
        Computes(A, Scratch) {}

  std::optional<Refusal> run() {
    assignBarriersAndFills();
    need(A.Condition);
    do {
      if (auto R = growLoadSlice())
        return R;
      if (auto R = needDeclarations())
        return R;
    } while (!Work.empty());
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
  /// that uses it moves with the loads, as one of them, and none behind it.
  bool hasMixedScratch() const {
    for (unsigned I = 0; I < Units.size(); ++I) {
      bool OfLoads = Units[I].Role == UnitRole::Load && !Units[I].Advance;
      bool Fits = I < A.Facts.LoadBarrier ? OfLoads : !Units[I].isLoadSide();
      for (const VarDecl *V : Scratch)
        if (!Fits && uses(I, V))
          return true;
    }
    return false;
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
        needNames(Units[I].S);
    bool Any = false;
    for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
      if (Units[I].Role == UnitRole::Compute &&
          A.UnitEffects[I].writes(Space::Shared)) {
        Units[I].Role = UnitRole::Load;
        need(A.UnitEffects[I]);
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

  void need(const Effects &E) {
    for (const VarDecl *V : E.Reads)
      if (Needed.insert(V))
        Work.push_back(V);
  }

  /// The group or barrier object that a barrier names.
  void needNames(const Stmt *Barrier) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Barrier))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
        Computes.addNamedByBarrier(V);
        if (Needed.insert(V))
          Work.push_back(V);
      }
    for (const Stmt *Child : Barrier->children())
      if (Child)
        needNames(Child);
  }

  /// Everything that writes what the load slice reads joins it.
  std::optional<Refusal> growLoadSlice() {
    while (!Work.empty()) {
      const VarDecl *V = Work.pop_back_val();
      if (A.Increment.writesVar(V) && !A.Facts.IncrementOnLoadSide) {
        A.Facts.IncrementOnLoadSide = true;
        need(A.Increment);
      }
      for (unsigned I = 0; I < Units.size(); ++I)
        if (Units[I].Role == UnitRole::Compute &&
            A.UnitEffects[I].writesVar(V) &&
            !(Scratch.contains(V) && I > A.Facts.LoadBarrier))
          if (auto R = addToLoadSlice(I, V))
            return R;
    }
    return std::nullopt;
  }

  std::optional<Refusal> addToLoadSlice(unsigned I, const NamedDecl *V) {
    const Effects &E = A.UnitEffects[I];
    for (const Access &Acc : E.Accesses)
      if (Acc.Where == Space::Shared && (!Acc.Root || writtenInLoop(Acc.Root)))
        return dependsOnCompute(I, V);
    // What else restricts motion is refused by findUnsafeLoad(), by name.
    if (llvm::any_of(E.Accesses,
                     [](const Access &Acc) { return Acc.Write || Acc.Atomic; }))
      return A.refuse(RefusalId::SideEffectInLoads,
                      "'" + V->getNameAsString() +
                          "' feeds the loads and is written by a statement "
                          "with other effects",
                      A.K.Units[I], "written here");
    Units[I].Role = UnitRole::Load;
    need(E);
    return std::nullopt;
  }

  bool writtenInLoop(const VarDecl *Root) const {
    return llvm::any_of(A.UnitEffects, [&](const Effects &E) {
      return E.findAccess(Root, /*Write=*/true) != nullptr;
    });
  }

  Refusal dependsOnCompute(unsigned I, const NamedDecl *V) const {
    return A.refuse(RefusalId::LoadDependsOnCompute,
                    "the next tile's loads need '" + V->getNameAsString() +
                        "', which this tile's computation writes",
                    A.K.Units[I], "written here");
  }

  //===--------------------------------------------------------------------===//
  // Declarations of the body
  //===--------------------------------------------------------------------===//

  /// What moves finds its names where it lands: variables are declared on the
  /// load side as well, all else before the loop.
  std::optional<Refusal> needDeclarations() {
    for (unsigned I = 0; I < Units.size(); ++I) {
      if (!Units[I].isLoadSide())
        continue;
      for (auto [J, D] : Names.of(I)) {
        if (Units[J].Role == UnitRole::Declaration)
          continue;
        if (Names.areMeantEarly(J) || Names.boundsLoop(I, D)) {
          if (auto R = moveBeforeLoop(J, D))
            return R;
        } else if (Units[J].Role == UnitRole::Compute) {
          if (auto R = addToLoadSlice(J, D))
            return R;
        }
      }
    }
    return std::nullopt;
  }

  /// With the declarations that it names itself.
  std::optional<Refusal> moveBeforeLoop(unsigned I, const NamedDecl *Wanted) {
    const bool Constant = llvm::all_of(declaredBy(Units[I].S), [&](Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return isCompileTime(D) ||
             (V && V->isUsableInConstantExpressions(A.Context));
    });
    if (!Constant || Names.namesHeader(I))
      return A.refuse(RefusalId::NestedDeclaration,
                      "the loads need '" + Wanted->getNameAsString() +
                          "', whose declaration depends on the iteration",
                      A.K.Units[I], "declared here");
    Units[I].Role = UnitRole::Declaration;
    for (auto [J, D] : Names.of(I))
      if (Units[J].Role != UnitRole::Declaration)
        if (auto R = moveBeforeLoop(J, D))
          return R;
    return std::nullopt;
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
          return A.refuse(RefusalId::MixedStatement,
                          "one statement fills a tile and computes a value "
                          "that is used later",
                          A.K.Units[I], "this statement");
        Units[I].Role = UnitRole::Both;
        Changed = true;
      }
    }
    return std::nullopt;
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
        if (Needed.contains(V))
          Vars.insert(V);
    Vars.insert(A.Condition.Writes.begin(), A.Condition.Writes.end());
    // What the `for` header declares does not exist yet where the prologue
    // stands.
    for (const VarDecl *V : Needed)
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
  llvm::SmallSetVector<const VarDecl *, 16> Needed;
  llvm::SmallVector<const VarDecl *, 16> Work;
  const BodyNames Names;
  ComputeSide Computes;
  unsigned LastFill = 0;
};

} // namespace

std::optional<Refusal> sliceUnits(LoopAnalysis &A) {
  ScratchVariables Scratch = findScratch(A);
  const LoopFacts Before = A.Facts;
  Slicer First(A, Scratch);
  auto R = First.run();
  if (!First.hasMixedScratch())
    return R;
  // Then they are variables like any other.
  A.Facts = Before;
  return Slicer(A, {}).run();
}

} // namespace pipeline_rewrite
