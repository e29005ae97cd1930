//===- BarrierLayout.cpp - The barriers around loads and computation ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   loads; load barrier; computation; trailing barrier
//
// The trailing one may stand at the top instead, or another one besides.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "Analyse/Sync/MissingBarrier.h"
#include "Match/DeviceFunctions.h"

using namespace clang;

namespace pipeline_rewrite {

using Missed = std::optional<MissingBarrier>;

/// What the loop only reads, as a list that was filled in front of it, is the
/// same on both sides of a barrier.
static const Access *findChangingShared(const LoopAnalysis &A,
                                        const Effects &E) {
  for (const Access &Acc : E.Accesses)
    if (Acc.Where == Space::Shared &&
        (Acc.Write || !Acc.Root || writtenInLoop(A, Acc.Root)))
      return &Acc;
  return nullptr;
}

/// The only barrier follows the loads.
static Refusal refuseLoneBarrier(const LoopAnalysis &A, unsigned Fill,
                                 const Missed &Missing) {
  for (const Effects &E : A.UnitEffects)
    if (E.Barrier && !isBlockBarrier(E.Barrier))
      return A.refuse(RefusalId::BarrierLayout,
                      "a barrier stands in a function with other "
                      "statements: what it separates is not seen",
                      E.Barrier, "this call");
  if (Missing)
    return refuseRace(A, *Missing);
  return A.refuse(RefusalId::BarrierLayout,
                  "it has one barrier, and what is stored in front of it "
                  "is not seen to be read after it",
                  A.K.Units[Fill], "stored here");
}

/// Before the first barrier, nothing uses shared memory that the loop changes.
static std::optional<Refusal> refuseEarlyUse(const LoopAnalysis &A) {
  for (unsigned I = 0; I < A.K.Barriers.front(); ++I)
    if (const Access *Acc = findChangingShared(A, A.UnitEffects[I]))
      return A.refuse(RefusalId::BarrierLayout,
                      nameOf(*Acc) + " changes in the loop, and is used before "
                                     "the first barrier",
                      A.K.Units[I], "used here");
  return std::nullopt;
}

/// No use of shared memory follows the last barrier: one at the top has nothing
/// to separate, and stays where it is.
static bool endsWithBarrier(const LoopAnalysis &A) {
  return A.K.Barriers.back() != A.Facts.LoadBarrier &&
         llvm::none_of(llvm::drop_begin(A.UnitEffects, A.K.Barriers.back() + 1),
                       [](const Effects &E) {
                         return E.reads(Space::Shared) ||
                                E.writes(Space::Shared);
                       });
}

/// The first barrier stands before the loads, and the last behind them.
static std::optional<Refusal> layOutFromTop(LoopAnalysis &A, unsigned Fill) {
  const auto &Barriers = A.K.Barriers;
  if (Barriers.back() != A.Facts.LoadBarrier)
    return A.refuse(RefusalId::BarrierLayout,
                    "a barrier precedes the loads and more than one follows "
                    "them",
                    A.K.Units[Barriers.back()], "this one, too");
  A.Facts.TrailingBarrier = Barriers.front();
  if (Barriers.front() + 1 != Fill && Barriers[1] != A.Facts.LoadBarrier)
    return A.refuse(RefusalId::BarrierLayout,
                    "more than one barrier precedes the loads");
  return std::nullopt;
}

std::optional<Refusal> findBarrierLayout(LoopAnalysis &A) {
  if (auto R = findUnlikeBarriers(A))
    return R;
  const Missed Missing = findMissingBarrier(A);
  const unsigned Fill = firstFill(A).value_or(0);
  const auto &Barriers = A.K.Barriers;
  auto After = llvm::find_if(Barriers, [&](unsigned B) { return B > Fill; });
  if (After == Barriers.end() && Missing)
    return refuseRace(A, *Missing);
  if (After == Barriers.end())
    return A.refuse(RefusalId::BarrierLayout,
                    "no barrier follows the stores to shared memory",
                    A.K.Units[Fill], "shared memory is written here");
  A.Facts.LoadBarrier = *After;
  if (Barriers.front() < Fill) {
    if (auto R = refuseEarlyUse(A))
      return R;
    if (!endsWithBarrier(A))
      return layOutFromTop(A, Fill);
  }
  if (Barriers.back() == *After)
    return refuseLoneBarrier(A, Fill, Missing);
  if (Missing)
    return refuseRace(A, *Missing);
  A.Facts.LoadBarrierMatters = reliesOnLoadBarrier(A, Barriers.back());
  A.Facts.TrailingBarrier = Barriers.back();
  return std::nullopt;
}

} // namespace pipeline_rewrite
