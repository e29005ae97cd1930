//===- LoopHead.cpp - May the condition be asked a tile ahead? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "IR/Uniformity.h"

using namespace clang;

namespace pipeline_rewrite {

bool startsAtThread(const LoopAnalysis &A) {
  if (!A.K.Condition || !A.threads().isOfThread(A.K.Condition))
    return false;
  return llvm::any_of(A.Condition.Reads, [&](const VarDecl *V) {
    return A.threads().isOfThread(V) &&
           (A.Increment.writesVar(V) || A.Condition.writesVar(V) ||
            llvm::any_of(A.UnitEffects,
                         [&](const Effects &E) { return E.writesVar(V); }));
  });
}

namespace {

/// Memory that \p E reads, of the loop's head, and that the loop may write.
std::optional<Refusal> findChangingRead(const LoopAnalysis &A, const Effects &E,
                                        const std::string &Head) {
  auto No = [&](const std::string &Why, const Access &Acc) {
    return A.refuse(RefusalId::ConditionNotPure, Why, Acc.At, "read here");
  };
  for (const Access &Acc : E.Accesses) {
    const bool IsShared = Acc.Where == Space::Shared;
    if (Acc.Where == Space::Unknown ||
        (IsShared && (!Acc.Root || writtenInLoop(A, Acc.Root))))
      return No(Head + " reads memory that the loop may write", Acc);
    if (const Access *W = findStoreTo(A, Acc)) {
      Refusal R = No("a store to " + nameOf(*W) + " may change what " + Head +
                         " reads from " + nameOf(Acc),
                     Acc);
      R.Notes.push_back({A.Unit.place(W->At->getBeginLoc()), "stored here"});
      return R;
    }
  }
  return std::nullopt;
}

} // namespace

std::optional<Refusal> findImpureCondition(LoopAnalysis &A) {
  auto No = [&](std::string Why) {
    return A.refuse(RefusalId::ConditionNotPure, std::move(Why), A.K.Condition,
                    "the condition");
  };
  A.Facts.ConditionWrites = !A.Condition.Writes.empty();
  bool Counts = llvm::all_of(A.Condition.Writes, [](const VarDecl *V) {
    return V->getType()->isScalarType() && V->isLocalVarDeclOrParm();
  });
  if (!Counts || !A.Condition.isPure())
    return No("evaluating the loop condition has effects");
  if (!A.Increment.isPure())
    return No("the loop increment does more than update variables");
  if (auto R = findChangingRead(A, A.Condition, "the loop condition"))
    return R;
  if (auto R = findChangingRead(A, A.Increment, "the loop increment"))
    return R;
  // A barrier in the loop makes the number of iterations uniform only if the
  // bound is: a start that depends on the thread may still give one count to
  // all.
  if (A.K.Condition && A.threads().isOfThread(A.K.Condition) &&
      !startsAtThread(A))
    return A.refuse(RefusalId::TripCountNotUniform,
                    "the loop bound depends on the thread, and a barrier "
                    "stands in the loop",
                    A.K.Condition, "the condition");
  return std::nullopt;
}

} // namespace pipeline_rewrite
