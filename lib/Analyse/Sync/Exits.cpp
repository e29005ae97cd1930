//===- Exits.cpp - Breaks, and barriers that take a vote ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A break leaves the tile unused that was loaded for the next iteration. Its
// memory may not be there: that the break happens may be all that says so,
// whatever it asks for, by a count, a table or a value that ends a list. So the
// loads must stay within objects of a known size, or the user vouch for the
// tiles.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Ranges/FindRanges.h"
#include "Analyse/Sync/MissingBarrier.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "IR/Uniformity.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Whether a barrier that takes a vote may stay in a pipelined loop.
class VoteRules {
public:
  explicit VoteRules(const LoopAnalysis &A) : A(A) {}

  std::optional<Refusal> findUnsafe() const {
    for (unsigned I = 0; I < A.K.Units.size(); ++I)
      if (A.K.isVote(A.K.Units[I]))
        if (auto R = findUnsafe(I))
          return R;
    return std::nullopt;
  }

private:
  /// It stays where it is, and is asked once: the plain barriers move.
  std::optional<Refusal> findUnsafe(unsigned I) const {
    const Stmt *S = A.K.Units[I];
    auto No = [&](std::string Why) {
      return A.refuse(RefusalId::OtherBarrier, std::move(Why), S, "this vote");
    };
    if (A.Facts.voteOnTop() ? I != A.Facts.TrailingBarrier
                            : I <= A.Facts.LoadBarrier)
      return No("the barrier that a vote is taken at would move");
    if (A.K.AddedBarrier)
      return No("a barrier is missing beside one that takes a vote");
    const Effects &E = A.UnitEffects[I];
    if (!E.Accesses.empty() || E.anything() || E.Volatile || E.Moment ||
        E.WarpSync || E.Barrier)
      return No("a vote is taken on what other threads may change");
    for (const VarDecl *V : E.Writes)
      if (isReadAhead(V))
        return No("the next tile's loads need '" + V->getNameAsString() +
                  "', which a vote of this tile sets");
    return std::nullopt;
  }

  /// By what runs before the vote of its own iteration.
  bool isReadAhead(const VarDecl *V) const {
    if (A.Condition.readsVar(V) || A.Increment.readsVar(V))
      return true;
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
      if (A.Facts.Units[I].isLoadSide() && A.UnitEffects[I].readsVar(V))
        return true;
    return false;
  }

  const LoopAnalysis &A;
};

/// A use of \p V behind the loop; anywhere outside the loop, if that comes
/// round again.
const Stmt *findUseBehind(const LoopAnalysis &A, const Stmt *S,
                          const VarDecl *V) {
  auto IsUse = [&](const Stmt *Each) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Each);
    return Ref && Ref->getDecl() == V &&
           (A.K.InOuterLoop || A.SM.isBeforeInTranslationUnit(
                                   A.SM.getExpansionLoc(A.K.Loop->getEndLoc()),
                                   A.SM.getExpansionLoc(Ref->getBeginLoc())));
  };
  return findBelow(S, IsUse,
                   [&](const Stmt *Each) { return Each != A.K.Loop; });
}

/// Something in front of the load barrier, or what is published by it, may meet
/// what stands behind the loop. Above a vote on top nothing does.
bool mayMeetBehind(const LoopAnalysis &A) {
  if (A.Facts.SharedUsedAfter)
    return true;
  const unsigned First = A.Facts.voteOnTop() ? A.Facts.TrailingBarrier + 1 : 0;
  for (unsigned I = First; I < A.Facts.LoadBarrier; ++I)
    if (A.Facts.Units[I].Role != UnitRole::Load &&
        !A.UnitEffects[I].Accesses.empty())
      return true;
  return false;
}

/// Whether a loop that breaks leave may have its next tile under way.
class ExitRules {
public:
  explicit ExitRules(LoopAnalysis &A)
      : A(A), Together(A.K.Function, A.K.Loop) {}

  std::optional<Refusal> run() {
    for (const LoopExit &E : A.K.Exits)
      if (auto R = findUnsafe(E))
        return R;
    if (!A.Facts.Calls.empty())
      return refuse("a break leaves a loop whose tiles a function fills",
                    A.Facts.Calls.front().Call);
    if (const Access *Acc = findReadOutside(A)) {
      if (!A.Asked.TilesExist)
        return A.refuse(RefusalId::EarlyExit,
                        "a break may be all that says which tiles there are: "
                        "nothing shows that the next one is part of " +
                            nameOf(*Acc),
                        Acc->At, "read here");
      A.Facts.Assumes.push_back("--assume-tiles-exist: each tile that the loop "
                                "condition admits may be loaded");
    }
    if (auto R = findLaterRead())
      return R;
    forbidCopies();
    A.Facts.LoadBarrierMatters |= reliesOnLoadBarrier();
    return std::nullopt;
  }

private:
  Refusal refuse(std::string Why, const Stmt *At) const {
    return A.refuse(RefusalId::EarlyExit, std::move(Why), At, "here");
  }

  //===--------------------------------------------------------------------===//
  // What a break asks
  //===--------------------------------------------------------------------===//

  std::optional<Refusal> findUnsafe(const LoopExit &E) const {
    const unsigned At = llvm::find(A.K.Units, E.Unit) - A.K.Units.begin();
    if (At < A.Facts.LoadBarrier && !isBehindVoteOnTop(At))
      return refuse("it may be left before its tile is loaded", E.Unit);
    if (At < A.Facts.LoadBarrier && A.K.isBodyFirst() && !A.Asked.TilesExist)
      return refuse("it may be left before its first tile, which the loop "
                    "condition is not asked about",
                    E.Unit);
    if (mayChange(E.Condition, At) || !Together.isUniform(E.Condition))
      return refuse("that all threads leave it together is not seen", E.Unit);
    // Its next tile is stored in front of the barrier that ends an iteration,
    // or that a vote on top begins the next one with.
    if (A.Facts.barrierOnTop() ? At < A.Facts.LoadBarrier
                               : At > A.Facts.TrailingBarrier)
      for (const Tile &T : A.Facts.Tiles)
        if (T.UsedOutside)
          return refuse("it is left where '" + T.Shape.Name +
                            "' holds the next tile, and the tile is used "
                            "after it",
                        E.Unit);
    return std::nullopt;
  }

  /// What the loop sets in other ways than by votes in front of unit \p At, or
  /// memory.
  bool mayChange(const Expr *Condition, unsigned At) const {
    Condition = Condition->IgnoreParenCasts();
    if (findVote(Condition) == Condition)
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Condition); B && !changedBy(B))
      return mayChange(B->getLHS(), At) || mayChange(B->getRHS(), At);
    if (const auto *U = dyn_cast<UnaryOperator>(Condition);
        U && U->getOpcode() == UO_LNot)
      return mayChange(U->getSubExpr(), At);
    const Effects Asked = A.Collector.collect(Condition);
    auto IsSet = [&](const VarDecl *V) {
      for (unsigned I = 0; I < A.K.Units.size(); ++I)
        if (A.UnitEffects[I].writesVar(V) &&
            !(I < At && votedValue(A.K.Units[I])))
          return true;
      return A.Increment.writesVar(V) || A.Condition.writesVar(V);
    };
    return !Asked.Accesses.empty() || !Asked.Writes.empty() ||
           llvm::any_of(Asked.Reads, IsSet);
  }

  bool isBehindVoteOnTop(unsigned At) const {
    return A.Facts.voteOnTop() && At >= A.Facts.TrailingBarrier;
  }

  //===--------------------------------------------------------------------===//
  // Behind the loop
  //===--------------------------------------------------------------------===//

  /// What the loads alone advance is a tile ahead when a break leaves the loop.
  std::optional<Refusal> findLaterRead() const {
    for (const Carried &C : A.Facts.Variables) {
      const std::string Name = "'" + C.Var->getNameAsString() + "'";
      if (C.NeedsCopy)
        continue;
      if (!C.Copyable)
        return refuse(Name + " runs ahead in the loop, and may be used after "
                             "it by another name",
                      A.K.Exits.front().Unit);
      if (const Stmt *S = findUseBehind(A, A.K.Function->getBody(), C.Var))
        return refuse(Name + " is used after the loop, and runs ahead in it",
                      S);
    }
    return std::nullopt;
  }

  /// Other threads may use the memory of a tile that is still being copied.
  void forbidCopies() {
    for (Tile &T : A.Facts.Tiles)
      if (A.Facts.SharedUsedAfter)
        T.CanBeAsync.also("a break may leave its copy in flight, and shared "
                          "memory is used after the loop");
  }

  /// The last barrier in front of a break is the one that moves, and keeps
  /// reads in front of it from writes behind the loop.
  bool reliesOnLoadBarrier() const {
    if (llvm::none_of(A.K.Exits, [&](const LoopExit &E) {
          const unsigned At = llvm::find(A.K.Units, E.Unit) - A.K.Units.begin();
          auto Between = [&](unsigned B) {
            return B > A.Facts.LoadBarrier && B <= At;
          };
          return llvm::none_of(A.K.Barriers, Between);
        }))
      return false;
    return mayMeetBehind(A);
  }

  LoopAnalysis &A;
  const Uniformity Together; ///< a barrier stands in the loop
};

} // namespace

std::optional<Refusal> findUnsafeExit(LoopAnalysis &A) {
  if (auto R = VoteRules(A).findUnsafe())
    return R;
  // The source's last barrier, where the loop ends by its condition.
  A.Facts.LoadBarrierMatters |= A.Facts.voteOnTop() && mayMeetBehind(A);
  return A.K.Exits.empty() ? std::nullopt : ExitRules(A).run();
}

} // namespace pipeline_rewrite
