//===- Legality.cpp - What forbids moving loads ahead ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function asks one question of the slices. The rules and their reasons
// are in docs/refusals.md.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/Alias.h"
#include "Analyse/Memory/Escape.h"
#include "Analyse/Slices/ReadBack.h"
#include "Analyse/Sync/PlainLoops.h"
#include "Ast/Loops.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

namespace {

/// A part of the language that is not understood, by its name and place.
std::optional<Refusal> findUnknownConstruct(const LoopAnalysis &A,
                                            const Effects &E) {
  if (!E.UnknownConstruct)
    return std::nullopt;
  return A.refuse(RefusalId::UnknownConstruct,
                  "what a " +
                      std::string(E.UnknownConstruct->getStmtClassName()) +
                      " does is not known",
                  E.UnknownConstruct, "here");
}

/// Reads and writes of memory by one load-side unit.
std::optional<Refusal> findUnsafeAccess(LoopAnalysis &A, unsigned Unit) {
  for (const Access &Acc : A.UnitEffects[Unit].Accesses) {
    if (!A.Facts.Units[Unit].Advance && isReadBack(A, Acc)) {
      A.Facts.ReadBack.insert(Acc.Root);
      continue;
    }
    if (Acc.Where == Space::Shared && Acc.Read &&
        (!Acc.Root || writtenInLoop(A, Acc.Root)))
      return A.refuse(RefusalId::LoadReadsShared,
                      "the loads read shared memory that the loop writes (" +
                          nameOf(Acc) + ")",
                      Acc.At, "read here");
    if (Acc.Write && Acc.Where != Space::Shared)
      return A.refuse(RefusalId::SideEffectInLoads,
                      "the load phase writes " + nameOf(Acc) +
                          ", which other threads may see",
                      Acc.At, "written here");
    if (Acc.Atomic)
      return A.refuse(RefusalId::SideEffectInLoads,
                      "an atomic stands in the load phase", Acc.At, "atomic");
    if (Acc.Where == Space::Unknown && !missesSharedWrites(A, Acc))
      return A.refuse(
          RefusalId::UnknownSource,
          "what the loads read could not be followed to its memory (" +
              nameOf(Acc) + ")",
          Acc.At, "read here");
  }
  return std::nullopt;
}

/// A statement among the loads writes \p V, which the update \p Behind them
/// reads. It moves with the values that it serves, which may be none: not where
/// the update finds it. An update in front of it that runs once per tile does.
bool isMadeByLoads(const LoopAnalysis &A, const VarDecl *V, unsigned Behind) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    if (A.Facts.Units[I].isLoadSide() && !A.Facts.Units[I].Advance &&
        !(A.Facts.Units[I].Opening && I < Behind) &&
        A.UnitEffects[I].writesVar(V))
      return true;
  return false;
}

} // namespace

std::optional<Refusal> findUnsafeLoad(LoopAnalysis &A) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
    if (!A.Facts.Units[I].isLoadSide())
      continue;
    const Effects &E = A.UnitEffects[I];
    if (auto R = findUnknownConstruct(A, E))
      return R;
    if (E.Volatile)
      return A.refuse(RefusalId::VolatileAccess,
                      "a volatile access stands in the load phase", E.Volatile,
                      "volatile");
    if (E.UnknownCall)
      return A.refuse(RefusalId::UnknownCall,
                      "a call in the load phase cannot be looked into",
                      E.UnknownCall, "this call");
    if (E.Asm || E.UnknownAsm)
      return A.refuse(RefusalId::AsmInLoads,
                      "inline assembly stands in the load phase",
                      E.Asm ? E.Asm : E.UnknownAsm, "this asm");
    if (E.Barrier || E.WarpSync || E.Fence)
      return A.refuse(RefusalId::SideEffectInLoads,
                      "threads exchange values in the load phase",
                      E.Barrier    ? E.Barrier
                      : E.WarpSync ? E.WarpSync
                                   : E.Fence,
                      "here");
    if (E.Moment)
      return A.refuse(RefusalId::SideEffectInLoads,
                      "the load phase prints, stops, allocates or reads a "
                      "clock, which is seen when it happens",
                      E.Moment, "here");
    if (const Stmt *Jump = findJump(A.K.Units[I])) {
      Refusal R =
          A.refuse(RefusalId::JumpInLoads,
                   "the load phase has control flow other than if and for",
                   Jump, "here");
      R.Plain = plainCopyLoop(A, A.K.Units[I]);
      return R;
    }
    if (auto R = findUnsafeAccess(A, I))
      return R;
    if (!A.Facts.Units[I].Advance)
      continue;
    for (const VarDecl *V : E.Reads)
      if (!E.writesVar(V) && (!A.isOutside(V) || isMadeByLoads(A, V, I)))
        return A.refuse(
            RefusalId::UnsupportedUpdate,
            "an update of a loop variable goes through " +
                std::string(A.isOutside(V) ? "'" : "the local '") +
                V->getNameAsString() + "'" +
                (A.isOutside(V) ? ", which the loads of each tile set" : ""),
            A.K.Units[I], "this update");
  }
  return std::nullopt;
}

namespace {

bool mayBeSame(const LoopAnalysis &A, const Access &W, const Access &Read) {
  if (W.Where == Space::Shared && Read.Where == Space::Shared)
    return !W.Root || !Read.Root || mayBeOneArray(A, W.Root, Read.Root);
  if (W.Where == Space::Shared)
    return Read.Where == Space::Unknown && !missesSharedWrites(A, Read);
  if (A.Asked.NoAlias && W.Root && Read.Root && W.Root != Read.Root)
    return false;
  return isGlobalMemory(W) && isGlobalMemory(Read) && !A.cannotMeet(W, Read);
}

/// The barrier that a read in front of it relies on moves away: the read would
/// see the next tile, or race with a write behind the barrier.
std::optional<Refusal> findEarlyRead(const LoopAnalysis &A) {
  auto WrittenIn = [&](const Access &Read, unsigned Unit) {
    return llvm::any_of(A.UnitEffects[Unit].Accesses, [&](const Access &W) {
      return W.Write && mayBeSame(A, W, Read);
    });
  };
  const auto &Units = A.Facts.Units;
  for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I) {
    if (Units[I].Role != UnitRole::Compute || A.isBarrier(I))
      continue;
    for (const Access &Acc : A.UnitEffects[I].Accesses) {
      if (!Acc.Read || Acc.Where == Space::Constant)
        continue;
      for (unsigned J = I + 1; J < A.Facts.LoadBarrier; ++J)
        if (Units[J].isLoadSide() && WrittenIn(Acc, J))
          return A.refuse(RefusalId::BarrierLayout,
                          nameOf(Acc) + " is read before it is filled: an "
                                        "earlier iteration's values are meant",
                          Acc.At, "read here");
      for (unsigned J = A.Facts.LoadBarrier + 1;
           J < Units.size() && !A.isBarrier(J); ++J)
        if (WrittenIn(Acc, J)) {
          Refusal R = A.refuse(RefusalId::BarrierLayout,
                               "the barrier that moves keeps a read of " +
                                   nameOf(Acc) + " from a write after it",
                               Acc.At, "read here");
          R.Advice =
              isGlobalMemory(Acc)
                  ? "Read it after the barrier; or add __restrict__ to the "
                    "pointers, if they never overlap."
                  : "Read it after the barrier.";
          return R;
        }
    }
  }
  return std::nullopt;
}

/// A read that no name tells apart from a read of a tile is right where it
/// stands only between the two barriers: elsewhere a tile's next content is
/// stored earlier than in the source, or later.
std::optional<Refusal> findUnnamedRead(const LoopAnalysis &A) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
    if (A.Facts.isBetweenBarriers(I) || A.Facts.Units[I].isLoadSide())
      continue;
    for (const Access &Acc : A.UnitEffects[I].Accesses)
      if (Acc.Where == Space::Shared && Acc.Read && !Acc.Root)
        return A.refuse(RefusalId::BarrierLayout,
                        "inline assembly reads shared memory outside the "
                        "barriers around the computation, and it may be a tile",
                        Acc.At, "read here");
  }
  return std::nullopt;
}

/// Threads of a warp that meet between two stores to a tile order them; the
/// stores move away, and the meeting stays.
std::optional<Refusal> findOrderOfStores(const LoopAnalysis &A) {
  const unsigned Count = A.Facts.Units.size();
  auto InPhase = [&](unsigned I) { // from the barrier before the loads
    return (I + Count - A.Facts.TrailingBarrier - 1) % Count;
  };
  auto Meet = [&](unsigned I, unsigned J) {
    return llvm::any_of(A.UnitEffects[I].Accesses, [&](const Access &W) {
      return W.Write && W.Where == Space::Shared &&
             llvm::any_of(A.UnitEffects[J].Accesses, [&](const Access &V) {
               return V.Write && mayBeSame(A, W, V);
             });
    });
  };
  for (unsigned At = 0; At < Count; ++At) {
    const Stmt *Sync = A.UnitEffects[At].WarpSync;
    if (!Sync || A.Facts.Units[At].isLoadSide())
      continue;
    for (unsigned I = 0; I < Count; ++I)
      for (unsigned J = 0; J < Count; ++J)
        if (A.Facts.Units[I].isLoadSide() && A.Facts.Units[J].isLoadSide() &&
            InPhase(I) < InPhase(At) && InPhase(At) < InPhase(J) && Meet(I, J))
          return A.refuse(RefusalId::SideEffectInLoads,
                          "threads of a warp meet between two stores to one "
                          "tile, of which the later one wins",
                          Sync, "here");
  }
  return std::nullopt;
}

} // namespace

std::optional<Refusal> findUnsafeCompute(LoopAnalysis &A) {
  if (auto R = findEarlyRead(A))
    return R;
  if (auto R = findOrderOfStores(A))
    return R;
  if (auto R = findUnnamedRead(A))
    return R;
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
    if (A.Facts.Units[I].Role != UnitRole::Compute || A.isBarrier(I))
      continue;
    const Effects &E = A.UnitEffects[I];
    if (auto R = findUnknownConstruct(A, E))
      return R;
    if (E.UnknownCall)
      return A.refuse(RefusalId::UnknownCall,
                      "a call in the loop cannot be looked into", E.UnknownCall,
                      "this call");
    if (E.UnknownAsm)
      return A.refuse(RefusalId::AsmInLoop,
                      "inline assembly of unknown effect stands in the loop",
                      E.UnknownAsm, "this asm");
    // A flag that another block sets says when the next tile may be read.
    if (E.Volatile && (E.reads(Space::Global) || E.reads(Space::Unknown)))
      return A.refuse(RefusalId::VolatileAccess,
                      "loads would move across a volatile access", E.Volatile,
                      "volatile");
    for (const Access &Acc : E.Accesses) {
      if (!Acc.Write)
        continue;
      if (Acc.Where == Space::Unknown && !missesSharedWrites(A, Acc))
        return A.refuse(RefusalId::UnknownStore,
                        "the computation writes through a pointer that could "
                        "not be followed",
                        Acc.At, "written here");
      if (I < A.Facts.LoadBarrier)
        return A.refuse(RefusalId::StoreBesideLoads,
                        "the load phase also writes " + nameOf(Acc) +
                            " for the computation that follows the barrier",
                        Acc.At, "written here");
    }
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
