//===- CounterRange.cpp - What counters, and one of two, are between ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/ValueRange.h"
#include "Ast/Assignments.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Bounds = ValueRanges::Bounds;

/// `V < End`, whichever side V stands on.
struct CounterLimit {
  const VarDecl *Of = nullptr;
  const Expr *End = nullptr;
  bool IsUpper = false, IsInclusive = false, IsSigned = false;
};

std::optional<CounterLimit> counterLimit(const Expr *Condition,
                                         const VarDecl *V) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(
      Condition ? Condition->IgnoreParenImpCasts() : nullptr);
  if (!B)
    return std::nullopt;
  if (B->getOpcode() == BO_LAnd) {
    auto Found = counterLimit(B->getLHS(), V);
    return Found ? Found : counterLimit(B->getRHS(), V);
  }
  if (!B->isRelationalOp())
    return std::nullopt;
  const bool IsLess = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
  for (bool InLeft : {true, false}) {
    const Expr *Side = InLeft ? B->getLHS() : B->getRHS();
    const VarDecl *Of = plainVariable(Side);
    if (!Of || (V && Of != V) || !Of->getType()->isIntegerType())
      continue;
    return CounterLimit{Of, InLeft ? B->getRHS() : B->getLHS(),
                        IsLess == InLeft,
                        B->getOpcode() == BO_LE || B->getOpcode() == BO_GE,
                        Side->getType()->isSignedIntegerOrEnumerationType()};
  }
  return std::nullopt;
}

} // namespace

Bounds ValueRanges::moved(const ValueRange &From, const ValueRange &Step,
                          const RangeSum &Times, bool Down) const {
  if (!Test.isNeverNegative(Step.Least) || From.MayWrap || Step.MayWrap)
    return std::nullopt;
  const auto Way = Step.Most.times(Times);
  const auto End =
      Way ? (Down ? From.Least : From.Most).plus(*Way, Down ? -1 : 1)
          : std::nullopt;
  if (!End)
    return std::nullopt;
  return Down ? ValueRange{*End, From.Most, false}
              : ValueRange{From.Least, *End, false};
}

/// The last number up to \p Most that is reached, where the steps are known.
RangeSum ValueRanges::lastBefore(const RangeSum &Most, const ValueRange &Start,
                                 const ValueRange &Step) {
  const auto Each = Step.isPoint() ? Step.Least.asNumber() : std::nullopt;
  const auto Way = Start.isPoint() ? Most.plus(Start.Least, -1) : std::nullopt;
  if (!Each || *Each < 2 || !Way)
    return Most;
  const Bounds Steps = quotient(*Way, *Each);
  const auto Last = Steps ? Start.Least.plus(Steps->Most, *Each) : std::nullopt;
  return Last.value_or(Most);
}

Bounds ValueRanges::stepRange(const VariableStep &Moves) {
  return Moves.Step ? exactly(Moves.Step)
                    : ValueRange{RangeSum::number(1), RangeSum::number(1)};
}

bool ValueRanges::cannotOverflow(const VarDecl *V,
                                 const VariableStep &Moves) const {
  return V->getType()->isSignedIntegerOrEnumerationType() &&
         (!Moves.Step || A.Context.hasSameUnqualifiedType(Moves.Step->getType(),
                                                          V->getType()));
}

Bounds ValueRanges::within(const Expr *Condition, const VarDecl *V,
                           const Bounds &Start, const VariableStep &Moves) {
  const auto L = counterLimit(Condition, V);
  const bool Down = Moves.Down;
  if (!L || L->IsUpper == Down || !Start)
    return std::nullopt;
  const Bounds Step = stepRange(Moves);
  if (!Step || !Test.isNeverNegative(Step->Least))
    return std::nullopt;
  const bool IsSigned = V->getType()->isSignedIntegerOrEnumerationType(),
             MayPass = !cannotOverflow(V, Moves);
  const Bounds End = exactly(L->End);
  // Compared as unsigned, what is below 0 would be large.
  if (!End || (IsSigned && !L->IsSigned && !Test.isNeverNegative(Start->Least)))
    return std::nullopt;
  if (Down) {
    const auto Least =
        End->Least.plus(RangeSum::number(L->IsInclusive ? 0 : 1));
    // An unsigned one that passes 0 is large.
    if (!Least || MayPass || !L->IsSigned)
      return std::nullopt;
    return ValueRange{*Least, Start->Most, false};
  }
  const auto Most = End->Most.plus(RangeSum::number(L->IsInclusive ? 0 : -1));
  const auto Next = Most ? Most->plus(Step->Most) : std::nullopt;
  if (!Next)
    return std::nullopt;
  // One that passes its type's greatest value begins again at the least.
  if (!exact(settled(ValueRange{*Next, *Next}, V->getType(), MayPass),
             V->getType()))
    return std::nullopt;
  return ValueRange{Start->Least, lastBefore(*Most, *Start, *Step), false};
}

Bounds ValueRanges::ofCounter(const VarDecl *V, const ForStmt &For) {
  const auto Moves = stepOf(For.getInc(), V);
  const bool IsOurs = &For == A.K.Loop;
  const Expr *First = startOf(For, V);
  const Bounds Start = First                      ? exactly(First)
                       : IsOurs && !For.getInit() ? atEntry(V)
                                                  : std::nullopt;
  return Moves ? within(For.getCond(), V, Start, *Moves) : std::nullopt;
}

/// What \p V is where the loop begins.
Bounds ValueRanges::atEntry(const VarDecl *V) {
  const auto *For = dyn_cast<ForStmt>(A.K.Loop);
  if (For && For->getInit() &&
      (startOf(*For, V) || isChanged(For->getInit(), V)))
    return startOf(*For, V) ? exactly(startOf(*For, V)) : std::nullopt;
  if (State.startsAtInit(V))
    if (Bounds Init = inInitOf(V, [&] { return exactly(V->getInit()); }))
      return Init;
  if (!State.isShared(V) || !State.isInReach(V, /*Direct=*/true))
    return std::nullopt;
  return ofShared(State.nameInLoop(V), startsAbove0(V));
}

/// Steps of the condition's variable before that of the last iteration.
std::optional<RangeSum> ValueRanges::roundsBefore() {
  if (A.K.isBodyFirst())
    return std::nullopt;
  const auto L = counterLimit(A.K.Condition, nullptr);
  const auto Moves = L ? State.movesOn(L->Of) : std::nullopt;
  if (!Moves || L->IsUpper == Moves->Down || !Asking.insert(L->Of).second)
    return std::nullopt;
  const Bounds Step = stepRange(*Moves);
  const auto Each = Step ? Step->Least.asNumber() : std::nullopt;
  const Bounds Start = atEntry(L->Of);
  const Bounds In = within(A.K.Condition, L->Of, Start, *Moves);
  Asking.erase(L->Of);
  if (!In || !Each || *Each < 1)
    return std::nullopt;
  const bool IsSigned = L->Of->getType()->isSignedIntegerOrEnumerationType();
  // It may begin again at 0, and then for ever.
  if (!IsSigned && In->Least != Start->Least)
    return std::nullopt;
  const auto Way = In->Most.plus(In->Least, -1);
  const Bounds Rounds = Way ? quotient(*Way, *Each) : std::nullopt;
  return Rounds ? std::optional(Rounds->Most) : std::nullopt;
}

std::optional<RangeSum> ValueRanges::stepsBefore(const MovingVariable &Moves,
                                                 const Expr *At) {
  auto Rounds = roundsBefore();
  if (!Rounds)
    return std::nullopt;
  // Behind the step in the last iteration.
  if (Moves.Unit)
    for (unsigned I = *Moves.Unit; I < A.K.Units.size(); ++I)
      if (contains(A.K.Units[I], At))
        return Rounds->plus(RangeSum::number(1));
  return Rounds;
}

Bounds ValueRanges::ofMoving(const DeclRefExpr *Ref,
                             const MovingVariable &Moves) {
  const auto *V = cast<VarDecl>(Ref->getDecl());
  const Bounds Start = atEntry(V);
  const Bounds Step = stepRange(Moves);
  const auto Times = stepsBefore(Moves, Ref);
  if (!Start || !Step || !Times)
    return std::nullopt;
  return settled(moved(*Start, *Step, *Times, Moves.Down), V->getType(),
                 !cannotOverflow(V, Moves));
}

//===----------------------------------------------------------------------===//
// One of two
//===----------------------------------------------------------------------===//

ValueRange ValueRanges::either(const ValueRange &L, const ValueRange &R) const {
  const bool Both =
      Test.isNeverNegative(L.Least) && Test.isNeverNegative(R.Least);
  auto Outer = [&](const RangeSum &One, const RangeSum &Other, bool Greater) {
    if (Test.isBelow(One, Other))
      return Greater ? Other : One;
    if (Test.isBelow(Other, One))
      return Greater ? One : Other;
    return Both && !Greater ? RangeSum::number(0) : One.outer(Other, Greater);
  };
  return {Outer(L.Least, R.Least, false), Outer(L.Most, R.Most, true), false};
}

/// The smaller of two numbers, or the greater.
Bounds ValueRanges::ofTwo(const Bounds &L, const Bounds &R,
                          bool Smaller) const {
  if (!L || !R)
    return std::nullopt;
  ValueRange Out = either(*L, *R);
  if (Smaller)
    Out.Most = Test.isBelow(R->Most, L->Most) || R->Most.asNumber() ? R->Most
                                                                    : L->Most;
  return Out;
}

/// `a < b ? a : b` is the smaller one, `a < b ? b : a` the greater. Of two
/// variables it is one of them, which is read then.
Bounds ValueRanges::ofChoice(const ConditionalOperator *C) {
  const Expr *Yes = C->getTrueExpr(), *No = C->getFalseExpr();
  auto Read = [](const Expr *E) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    return Cast && Cast->getCastKind() == CK_LValueToRValue
               ? Cast->getSubExpr()->IgnoreParens()
               : E;
  };
  auto IsSame = [&](const Expr *One, const Expr *Other) {
    return isSameTree(Read(One), Read(Other), A.Context);
  };
  bool Smaller = false;
  if (const auto *Asks = dyn_cast<BinaryOperator>(C->getCond()->IgnoreParens());
      Asks && Asks->isRelationalOp()) {
    const Expr *Left = Asks->getLHS(), *Right = Asks->getRHS();
    const bool IsLess =
        Asks->getOpcode() == BO_LT || Asks->getOpcode() == BO_LE;
    Smaller = IsLess ? IsSame(Left, Yes) && IsSame(Right, No)
                     : IsSame(Left, No) && IsSame(Right, Yes);
  }
  auto Value = [&](const Expr *E) {
    return E->isGLValue() ? exact(ofRead(E), E->getType()) : exactly(E);
  };
  return ofTwo(Value(Yes), Value(No), Smaller);
}

Bounds ValueRanges::ofCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !isSystem(F) || !F->getIdentifier() || Call->getNumArgs() != 2 ||
      !llvm::is_contained({"min", "max"}, F->getName()))
    return std::nullopt;
  // `min(int, unsigned)` compares as unsigned, in its body.
  auto Value = [&](const Expr *E) {
    const QualType To = Call->getType();
    return exact(converted(of(E), E->getType(), To), To);
  };
  return ofTwo(Value(Call->getArg(0)), Value(Call->getArg(1)),
               F->getName() == "min");
}

} // namespace pipeline_rewrite
