//===- FindAlias.cpp - May stores of the loop meet what it loads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Ranges/FindRanges.h"

using namespace clang;

namespace pipeline_rewrite {

const Access *findStoreTo(const LoopAnalysis &A, const Access &Read) {
  if (!Read.Read || !isGlobalMemory(Read) || A.Asked.NoAlias)
    return nullptr;
  for (const Effects &Stores : A.UnitEffects)
    for (const Access &W : Stores.Accesses)
      if (W.Write && isGlobalMemory(W) && !A.cannotMeet(W, Read))
        return &W;
  return nullptr;
}

namespace {

/// What of a load for the next tile and a store of the loop may be one.
using Meeting =
    llvm::function_ref<void(const Access &Written, const Access &Read)>;

void forEachMeeting(const LoopAnalysis &A, Meeting Found) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    for (const Access &R : A.UnitEffects[I].Accesses)
      if (A.Facts.Units[I].isLoadSide() && R.Read && isGlobalMemory(R))
        for (const Effects &Stores : A.UnitEffects)
          for (const Access &W : Stores.Accesses)
            if (W.Write && isGlobalMemory(W) && !A.cannotMeet(W, R))
              Found(W, R);
}

/// Two pointers, of which one with __restrict__ would be enough.
bool arePointers(const Access &W, const Access &R) {
  return W.Root && R.Root && W.Root != R.Root &&
         W.Root->getType()->isPointerType() &&
         R.Root->getType()->isPointerType() && !(W.Held && R.Held);
}

/// The one pointer for which __restrict__ would tell all loads of the next tile
/// from all stores of the loop; nullptr if no single one would.
const VarDecl *findWhatWouldDo(const LoopAnalysis &A) {
  std::optional<llvm::SmallSetVector<const VarDecl *, 2>> Candidates;
  forEachMeeting(A, [&](const Access &W, const Access &R) {
    llvm::SmallSetVector<const VarDecl *, 2> Would;
    for (const Access *Acc : {&W, &R})
      if (arePointers(W, R) && !Acc->Held && isa<ParmVarDecl>(Acc->Root) &&
          (!Candidates || Candidates->contains(Acc->Root)))
        Would.insert(Acc->Root);
    Candidates = std::move(Would);
  });
  return Candidates && !Candidates->empty() ? Candidates->front() : nullptr;
}

/// Where __restrict__ on what there is would not help.
std::optional<std::string> adviseApart(const LoopAnalysis &A) {
  std::optional<std::string> Advice;
  forEachMeeting(A, [&](const Access &W, const Access &R) {
    if (Advice || arePointers(W, R) || !W.Root || !R.Root)
      return;
    const bool IsOne = W.Root == R.Root && !W.Held && !R.Held;
    Advice = IsOne ? "Store to another array than the loads read: what is "
                     "reached through " +
                         nameOf(R) + " is not told apart."
                   : "Give the kernel the pointers as parameters of their own, "
                     "with __restrict__; on a member it says nothing.";
  });
  return Advice;
}

} // namespace

/// What the stores and loads touch tells them apart when the program runs.
static Answer testRanges(LoopAnalysis &A) {
  // Constants are written as the numbers that they are.
  Answer Has = haveAllBuildsItsSizes(A.K.Function, {}, A.Unit);
  if (Has.isNo() && haveAllBuildsItsNumbers(A.K.Function, A.Unit).isNo())
    return Has;
  std::vector<MeetingAccesses> Meetings;
  forEachMeeting(A, [&](const Access &W, const Access &R) {
    Meetings.push_back({&W, &R});
  });
  auto Found = findRanges(A, Meetings, /*AnyElements=*/Has.isNo());
  if (auto *No = std::get_if<Answer>(&Found))
    return *No;
  A.Facts.Ranges =
      std::make_shared<const RangeTest>(std::move(std::get<RangeTest>(Found)));
  return Answer::yes();
}

/// Where any load needs it: questions about what ran before the loop rely on
/// the same word.
void noteNoAlias(LoopAnalysis &A) {
  auto NeedsWord = [&](const Effects &E) {
    return llvm::any_of(E.Accesses, [&](const Access &R) {
      return R.Read && isGlobalMemory(R) &&
             (!R.Root || !isRestrict(R, A.Restrict));
    });
  };
  bool Needed = NeedsWord(A.Condition) || NeedsWord(A.Increment);
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    Needed |= A.Facts.Units[I].isLoadSide() && NeedsWord(A.UnitEffects[I]);
  if (A.Asked.NoAlias && Needed)
    A.Facts.Assumes.push_back(
        "--assume-noalias: no store of the loop reaches what it loads");
}

std::optional<Refusal> findAlias(LoopAnalysis &A) {
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
    if (!A.Facts.Units[I].isLoadSide())
      continue;
    for (const Access &R : A.UnitEffects[I].Accesses)
      if (const Access *W = findStoreTo(A, R)) {
        const Answer Test = A.Asked.MayTestRanges ? testRanges(A) : Answer();
        if (Test.isYes())
          return std::nullopt;
        Refusal Out = A.refuse(
            RefusalId::MayAlias,
            "a store to " + nameOf(*W) +
                " may change what the next tile's load reads from " + nameOf(R),
            W->At, "stored here");
        Out.Notes.push_back({A.Unit.place(R.At->getBeginLoc()), "loaded here"});
        if (Test.isNo()) {
          Out.Detail += ", and no test tells: " + Test.because();
          if (Test.at().isValid())
            Out.Notes.push_back({A.Unit.place(Test.at()), "no range is known"});
        }
        Out.Advice = adviseApart(A);
        if (const VarDecl *V = findWhatWouldDo(A)) {
          const std::string Name = "'" + V->getNameAsString() + "'";
          Out.Notes.push_back({A.Unit.place(V->getLocation()),
                               "__restrict__ on " + Name + " alone would do"});
          Out.Advice = "Add __restrict__ to " + Name + ".";
        }
        return Out;
      }
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
