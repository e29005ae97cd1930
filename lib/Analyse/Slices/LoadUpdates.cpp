//===- LoadUpdates.cpp - When the loads' variables move on ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates of carried variables run once per tile: behind its loads if none of
// these sees them (an advance), else where they stand (an opening). Sums of
// what is loaded are none: no load reads them.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/LoadSums.h"
#include "Analyse/Slices/Scratch.h"
#include "Analyse/Slices/SliceSteps.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Updates {
public:
  Updates(LoopAnalysis &A, const ScratchVariables &Scratch, unsigned LastFill)
      : A(A), Units(A.Facts.Units), Scratch(Scratch),
        Sums(findLoadSums(Units, A.Collector)), LastFill(LastFill) {}

  void run() {
    for (unsigned I = 0; I < Units.size(); ++I) {
      const VarDecl *Updated = Units[I].isLoadSide() ? updatedBy(I) : nullptr;
      if (!Updated)
        continue;
      const Effects &E = A.UnitEffects[I];
      bool SeenLater = false;
      for (unsigned J = I + 1; J < Units.size() && J < A.Facts.LoadBarrier; ++J)
        SeenLater |= Units[J].isLoadSide() && readsAnyOf(J, E.Writes);
      if (I > LastFill || (!SeenLater && !E.writes(Space::Shared))) {
        Units[I].Advance = true;
        continue;
      }
      if (!isOpening(I) && !A.Facts.UpdateBetweenLoads) {
        A.Facts.UpdateBetweenLoads = A.K.Units[I];
        A.Facts.UpdatedVariable = Updated;
      }
      Units[I].Opening = !E.writes(Space::Shared);
    }
  }

private:
  /// The variable that unit \p I writes and a later tile may see: the unit
  /// itself does, a statement before it, the step, or the condition.
  const VarDecl *updatedBy(unsigned I) const {
    const Effects &E = A.UnitEffects[I];
    auto It = llvm::find_if(E.Writes, [&](const VarDecl *V) {
      if (!A.isOutside(V) || Scratch.contains(V) ||
          (E.writes(Space::Shared) && isSum(V)))
        return false;
      if (E.readsVar(V) || I > LastFill)
        return true;
      bool SeenBefore = false;
      for (unsigned J = 0; J < I; ++J)
        SeenBefore |= Units[J].isLoadSide() && A.UnitEffects[J].readsVar(V);
      return SeenBefore || A.Condition.readsVar(V) || A.Increment.readsVar(V);
    });
    return It == E.Writes.end() ? nullptr : *It;
  }

  /// Nothing in the loop reads it but the statements of the loads that add to
  /// it.
  bool isSum(const VarDecl *V) const {
    return Sums.contains(V) && !A.Condition.readsVar(V) &&
           !A.Increment.readsVar(V) && !A.Increment.writesVar(V) &&
           !A.Condition.writesVar(V);
  }

  /// The loads in front of unit \p I, whose storing half runs behind it, have
  /// nothing to do with what it writes.
  bool isOpening(unsigned I) const {
    const Effects &E = A.UnitEffects[I];
    if (E.writes(Space::Shared) || isa<DeclStmt>(A.K.Units[I]))
      return false;
    for (unsigned J = 0; J < I; ++J) {
      if (!Units[J].isLoadSide() || Units[J].Opening)
        continue;
      if (readsAnyOf(J, E.Writes) || writesAnyOf(J, E.Writes) ||
          (Units[J].Advance && writesAnyOf(J, E.Reads)))
        return false;
    }
    return true;
  }

  template <typename Set> bool readsAnyOf(unsigned I, const Set &Vars) const {
    return llvm::any_of(
        Vars, [&](const VarDecl *V) { return A.UnitEffects[I].readsVar(V); });
  }

  template <typename Set> bool writesAnyOf(unsigned I, const Set &Vars) const {
    return llvm::any_of(
        Vars, [&](const VarDecl *V) { return A.UnitEffects[I].writesVar(V); });
  }

  LoopAnalysis &A;
  std::vector<LoopUnit> &Units;
  const ScratchVariables &Scratch;
  const llvm::SmallSetVector<const VarDecl *, 2> Sums;
  const unsigned LastFill; ///< the last unit that stores to a tile
};

} // namespace

void markUpdates(LoopAnalysis &A, const ScratchVariables &Scratch,
                 unsigned LastFill) {
  Updates(A, Scratch, LastFill).run();
}

} // namespace pipeline_rewrite
