//===- ComputeSide.cpp - What the computation of a tile reads -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/ComputeSide.h"

using namespace clang;

namespace pipeline_rewrite {

bool ComputeSide::needsAnyOf(const Effects &E) const {
  return llvm::any_of(E.Writes, [&](const VarDecl *V) { return needs(V); });
}

bool ComputeSide::needs(const VarDecl *V) const {
  if (Scratch.contains(V))
    return false;
  if (A.Condition.readsVar(V) || A.Increment.readsVar(V) ||
      NamedByBarrier.contains(V))
    return true;
  for (unsigned I = 0; I < Units.size(); ++I)
    if (has(I) && A.UnitEffects[I].readsVar(V) && !declaredIn(V, I))
      // `i += 1` alone does not make i a value that compute uses.
      if (Units[I].Role != UnitRole::Both || !onlyUpdates(I, V))
        return true;
  return false;
}

bool ComputeSide::has(unsigned I) const {
  return Units[I].Role == UnitRole::Compute ||
         Units[I].Role == UnitRole::Both || A.K.isVote(Units[I].S);
}

bool ComputeSide::onlyUpdates(unsigned I, const VarDecl *V) const {
  return A.UnitEffects[I].Writes.size() == 1 && A.UnitEffects[I].writesVar(V);
}

bool ComputeSide::declaredIn(const VarDecl *V, unsigned I) const {
  SourceLocation L = A.SM.getExpansionLoc(V->getLocation());
  SourceRange R = A.K.Units[I]->getSourceRange();
  return !A.SM.isBeforeInTranslationUnit(L,
                                         A.SM.getExpansionLoc(R.getBegin())) &&
         !A.SM.isBeforeInTranslationUnit(A.SM.getExpansionLoc(R.getEnd()), L);
}

bool ComputeSide::reads(const VarDecl *V) const {
  for (unsigned I = 0; I < Units.size(); ++I)
    if (has(I) && A.UnitEffects[I].readsVar(V))
      return true;
  return false;
}

} // namespace pipeline_rewrite
