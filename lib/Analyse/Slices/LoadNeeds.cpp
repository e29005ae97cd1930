//===- LoadNeeds.cpp - What the load slice is made of ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/LoadNeeds.h"
#include "Analyse/Slices/ReadBack.h"
#include "Ast/Below.h"
#include "Ast/Counters.h"

using namespace clang;

namespace pipeline_rewrite {

/// Each iteration has one of its own, which both halves declare: what is
/// written to it behind the loads' barrier reaches no load.
static bool isNewEach(const LoopAnalysis &A, const VarDecl *V) {
  return A.isOutside(V)
             ? isGivenEach(A, V)
             : !V->isStaticLocal() && !V->getType()->isReferenceType();
}

std::optional<Refusal> LoadNeeds::grow() {
  do {
    if (auto R = addWriters())
      return R;
    if (auto R = addDeclarations())
      return R;
  } while (!Work.empty());
  return std::nullopt;
}

void LoadNeeds::need(const Effects &E) {
  for (const VarDecl *V : E.Reads)
    if (Variables.insert(V))
      Work.push_back(V);
}

void LoadNeeds::needNames(const Stmt *Barrier) {
  forEachBelow<DeclRefExpr>(Barrier, [&](const DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      Computes.addNamedByBarrier(V);
      if (Variables.insert(V))
        Work.push_back(V);
    }
  });
}

/// Everything that writes what the load slice reads joins it.
std::optional<Refusal> LoadNeeds::addWriters() {
  while (!Work.empty()) {
    const VarDecl *V = Work.pop_back_val();
    if (A.Increment.writesVar(V) && !A.Facts.IncrementOnLoadSide) {
      A.Facts.IncrementOnLoadSide = true;
      need(A.Increment);
    }
    for (unsigned I = 0; I < Units.size(); ++I)
      if (Units[I].Role == UnitRole::Compute && A.UnitEffects[I].writesVar(V) &&
          !(I > A.Facts.LoadBarrier &&
            (Scratch.contains(V) || isNewEach(A, V))) &&
          !(Scratch.contains(V) && isOfLoopsAlone(V)))
        if (auto R = add(I, V))
          return R;
  }
  return std::nullopt;
}

std::optional<Refusal> LoadNeeds::add(unsigned I, const NamedDecl *V) {
  const Effects &E = A.UnitEffects[I];
  for (const Access &Acc : E.Accesses)
    if (Acc.Where == Space::Shared &&
        (!Acc.Root || writtenInLoop(A, Acc.Root)) && !isReadBack(A, Acc))
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

Refusal LoadNeeds::dependsOnCompute(unsigned I, const NamedDecl *V) const {
  return A.refuse(RefusalId::LoadDependsOnCompute,
                  "the next tile's loads need '" + V->getNameAsString() +
                      "', which this tile's computation writes",
                  A.K.Units[I], "written here");
}

/// What moves finds its names where it lands: variables are declared on the
/// load side as well, all else before the loop.
std::optional<Refusal> LoadNeeds::addDeclarations() {
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
        if (auto R = add(J, D))
          return R;
      }
    }
  }
  return std::nullopt;
}

/// With the declarations that it names itself.
std::optional<Refusal> LoadNeeds::moveBeforeLoop(unsigned I,
                                                 const NamedDecl *Wanted) {
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

} // namespace pipeline_rewrite
