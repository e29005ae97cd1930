//===- Prefetched.cpp - Registers that were fetched ahead by hand ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Slices/ReadBack.h"
#include "Ast/Loops.h"

using namespace clang;

namespace pipeline_rewrite {

static bool readsFilled(const Effects &E, const Effects &Store) {
  return llvm::any_of(E.Accesses, [&](const Access &Acc) {
    return Acc.Where == Space::Shared && Acc.Read && Acc.Root &&
           Store.findAccess(Acc.Root, /*Write=*/true);
  });
}

bool mayReadFilled(const Effects &E, const Effects &Store) {
  return readsFilled(E, Store) || E.Asm || E.UnknownAsm || E.UnknownCall ||
         llvm::any_of(E.Accesses, [](const Access &Acc) {
           return (Acc.Where == Space::Shared || Acc.Where == Space::Unknown) &&
                  Acc.Read && !Acc.Root;
         });
}

namespace {

/// What \p Fetch brought from global memory reaches \p Store, or \p S which is
/// a part of it, in registers, past a \p Use of what is filled there.
bool isCarriedPast(const LoopAnalysis &A, unsigned Fetch, unsigned Use,
                   unsigned Store, const Effects &S) {
  const Effects &F = A.UnitEffects[Fetch];
  if (!F.readsGlobal() || readsFilled(F, S) ||
      !mayReadFilled(A.UnitEffects[Use], S))
    return false;
  llvm::SmallSetVector<const VarDecl *, 4> Carried;
  for (const VarDecl *V : F.Writes)
    if (!A.UnitEffects[Use].readsVar(V)) // else it is the computation's own
      Carried.insert(V);
  auto ReadsCarried = [&](const Effects &E) {
    return llvm::any_of(Carried,
                        [&](const VarDecl *V) { return E.readsVar(V); });
  };
  for (unsigned I = Use + 1; I < Store; ++I)
    if (const Effects &E = A.UnitEffects[I];
        ReadsCarried(E) && !E.reads(Space::Shared))
      Carried.insert(E.Writes.begin(), E.Writes.end());
  return ReadsCarried(S);
}

/// The statements below \p S that fill shared memory without reading global
/// memory: what has no register may be copied beside them.
void findStores(const LoopAnalysis &A, const Stmt *S,
                llvm::SmallVectorImpl<Effects> &Found) {
  if (!S)
    return;
  Effects E = A.Collector.collect(S);
  if (!E.writes(Space::Shared))
    return;
  if (!E.readsGlobal()) {
    const bool ReadsOthers = llvm::any_of(E.Accesses, [&](const Access &Acc) {
      return Acc.Where == Space::Shared && Acc.Read && Acc.Root &&
             E.findAccess(Acc.Root, /*Write=*/true) && !isReadBack(A, Acc);
    });
    if (!ReadsOthers)
      Found.push_back(std::move(E));
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    findStores(A, If->getThen(), Found);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    findStores(A, For->getBody(), Found);
  } else if (isa<CompoundStmt, AttributedStmt>(S) || onceBlock(S)) {
    for (const Stmt *Child : S->children())
      findStores(A, Child, Found);
  }
}

} // namespace

bool isPrefetched(const LoopAnalysis &A) {
  for (unsigned Store = 0; Store < A.UnitEffects.size(); ++Store) {
    llvm::SmallVector<Effects, 2> Stores;
    findStores(A, A.K.Units[Store], Stores);
    for (const Effects &S : Stores)
      for (unsigned Fetch = 0; Fetch < Store; ++Fetch)
        for (unsigned Use = Fetch + 1; Use < Store; ++Use)
          if (isCarriedPast(A, Fetch, Use, Store, S))
            return true;
  }
  return false;
}

/// The unit that computes with what \p Store fills, past the fetch of what the
/// next iteration fills it with.
static std::optional<unsigned> usePastFetch(const LoopAnalysis &A,
                                            unsigned Store) {
  const auto &Units = A.UnitEffects;
  auto IsCarried = [&](const VarDecl *V, unsigned Fetch) {
    for (unsigned I = 0; I < Units.size(); ++I)
      if (I != Fetch && Units[I].writesVar(V))
        return false;
    return A.isOutside(V) && Units[Store].readsVar(V);
  };
  if (!Units[Store].writes(Space::Shared) || Units[Store].readsGlobal())
    return std::nullopt;
  for (unsigned Fetch = Store + 1; Fetch < Units.size(); ++Fetch)
    for (unsigned Use = Fetch + 1; Use < Units.size(); ++Use)
      if (Units[Fetch].readsGlobal() && readsFilled(Units[Use], Units[Store]))
        for (const VarDecl *V : Units[Fetch].Writes)
          if (!Units[Use].readsVar(V) && IsCarried(V, Fetch))
            return Use;
  return std::nullopt;
}

bool isPrefetchedForNext(const LoopAnalysis &A) {
  for (unsigned Store = 0; Store < A.UnitEffects.size(); ++Store)
    if (usePastFetch(A, Store))
      return true;
  return false;
}

bool isAllPrefetchedForNext(const LoopAnalysis &A) {
  std::optional<unsigned> Use;
  for (unsigned Store = 0; Store < Use.value_or(A.UnitEffects.size());
       ++Store) {
    if (!A.UnitEffects[Store].writes(Space::Shared))
      continue;
    Use = usePastFetch(A, Store);
    if (!Use)
      return false;
  }
  return Use.has_value();
}

} // namespace pipeline_rewrite
