//===- ValueRange.cpp - What a number of a block's threads is between -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products are followed as whole numbers. In a type of so many bits
// they are that but for a multiple of 2 to their power: where more than that is
// wanted of a number (an index, the operand of a quotient), it must be known to
// fit, or the test asks. Signed arithmetic that overflows is no concern.
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/ValueRange.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/Parents.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <cmath>

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Bounds = ValueRanges::Bounds;

constexpr unsigned MostDepth = 24;

ValueRange point(const RangeSum &Sum) { return {Sum, Sum, false}; }

bool isSigned(QualType T) { return T->isSignedIntegerOrEnumerationType(); }

double mostOf(QualType T, const ASTContext &Context) {
  return std::ldexp(1.0, static_cast<int>(Context.getIntWidth(T)) -
                             (isSigned(T) ? 1 : 0)) -
         1;
}

double leastOf(QualType T, const ASTContext &Context) {
  return isSigned(T) ? -mostOf(T, Context) - 1 : 0;
}

bool isPlainInteger(QualType T) {
  return T->isIntegerType() && !T->isBooleanType();
}

} // namespace

Bounds ValueRanges::shared(SharedNumber New) {
  auto IsSame = [&](const SharedNumber &Old) {
    const auto NameOf = [](const Expr *E) -> const ValueDecl * {
      const auto *Ref =
          dyn_cast_or_null<DeclRefExpr>(E ? E->IgnoreParenImpCasts() : nullptr);
      return Ref ? Ref->getDecl() : nullptr;
    };
    const bool IsOne =
        Old.Written == New.Written ||
        (NameOf(New.Written) && NameOf(Old.Written) == NameOf(New.Written));
    return IsOne && Old.Member == New.Member && Old.Divisor == New.Divisor &&
           Old.Dividend == New.Dividend;
  };
  auto At = llvm::find_if(Test.Numbers, IsSame);
  if (At == Test.Numbers.end()) {
    Test.Numbers.push_back(std::move(New));
    At = std::prev(Test.Numbers.end());
  }
  return point(RangeSum::value(At - Test.Numbers.begin()));
}

Bounds ValueRanges::quotient(const RangeSum &Of, int64_t By) {
  if (By <= 0)
    return std::nullopt;
  if (const auto N = Of.asNumber())
    return point(RangeSum::number(std::max<int64_t>(*N, 0) / By));
  if (const auto Whole = Of.dividedBy(By))
    return point(*Whole);
  SharedNumber New;
  New.Dividend = Of;
  New.Divisor = By;
  New.Least = std::max(0.0, std::floor(Test.bound(Of, false) / double(By)));
  New.Most = std::max(0.0, std::floor(Test.bound(Of, true) / double(By)));
  return shared(std::move(New));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

double ValueRanges::least(const ValueRange &Of) const {
  return std::fmax(Test.bound(Of.Least, /*Upper=*/false), Of.AtLeast);
}

double ValueRanges::most(const ValueRange &Of) const {
  return std::fmin(Test.bound(Of.Most, /*Upper=*/true), Of.AtMost);
}

bool ValueRanges::fits(const ValueRange &Of, QualType Type) const {
  return least(Of) >= leastOf(Type, A.Context) &&
         most(Of) <= mostOf(Type, A.Context);
}

Bounds ValueRanges::settled(Bounds Of, QualType Type, bool MayPass) const {
  if (!Of)
    return Of;
  if (fits(*Of, Type))
    Of->MayWrap = false;
  else if (MayPass)
    Of->MayWrap = true;
  return Of;
}

Bounds ValueRanges::converted(Bounds Of, QualType From, QualType To) {
  if (!Of || !isPlainInteger(From) || !isPlainInteger(To))
    return std::nullopt;
  if (A.Context.getIntWidth(To) > A.Context.getIntWidth(From))
    Of = exact(Of, From);
  if (!Of)
    return Of;
  Of->MayWrap =
      !fits(*Of, To) &&
      (Of->MayWrap || A.Context.getIntWidth(To) < A.Context.getIntWidth(From) ||
       isSigned(To) != isSigned(From));
  return Of;
}

Bounds ValueRanges::exact(Bounds Of, QualType Type) {
  if (!Of || !Of->MayWrap)
    return Of;
  const bool IsSigned = isSigned(Type);
  // In some thread it is below 0, and then anything.
  if (const auto N = Of->Least.asNumber(); N && *N < 0)
    return std::nullopt;
  FittingNumber New{Of->Least, Of->Most, A.Context.getIntWidth(Type) - IsSigned,
                    least(*Of) < 0};
  auto IsSame = [&](const FittingNumber &Old) {
    return Old.Least == New.Least && Old.Most == New.Most &&
           Old.Bits == New.Bits;
  };
  if (llvm::none_of(Test.Fit, IsSame))
    Test.Fit.push_back(std::move(New));
  Of->MayWrap = false;
  return Of;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Bounds ValueRanges::of(const Expr *E) {
  if (!E || !isPlainInteger(E->getType()) || E->isValueDependent() ||
      Depth > MostDepth) {
    fail("what an index is made of could not be followed");
    return std::nullopt;
  }
  if (auto Value = constantValue(E, A.Context))
    return point(RangeSum::number(*Value));
  ++Depth;
  Bounds Found = ofNode(E);
  --Depth;
  if (!Found) {
    fail("'" + A.spelling(E) + "' has no bound that is known before the loop");
    return Found;
  }
  if (!Found->MayWrap) {
    Found->AtLeast = std::fmax(least(*Found), leastOf(E->getType(), A.Context));
    Found->AtMost = std::fmin(most(*Found), mostOf(E->getType(), A.Context));
  }
  return Found;
}

Bounds ValueRanges::ofNode(const Expr *E) {
  if (Bounds Own = ofThread(E))
    return Own;
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return of(P->getSubExpr());
  if (const auto *F = dyn_cast<FullExpr>(E))
    return of(F->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      return ofRead(C->getSubExpr());
    if (C->getCastKind() == CK_IntegralCast)
      return converted(of(C->getSubExpr()), C->getSubExpr()->getType(),
                       C->getType());
    return C->getCastKind() == CK_NoOp ? of(C->getSubExpr()) : std::nullopt;
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return ofChoice(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Minus) {
    const Bounds Of = of(U->getSubExpr());
    const auto Least = Of ? RangeSum().plus(Of->Most, -1) : std::nullopt,
               Most = Of ? RangeSum().plus(Of->Least, -1) : std::nullopt;
    return Least && Most ? settled(ValueRange{*Least, *Most, Of->MayWrap,
                                              -most(*Of), -least(*Of)},
                                   E->getType(), !isSigned(E->getType()))
                         : std::nullopt;
  }
  // Its variables are followed as any others.
  if (const auto *S = dyn_cast<StmtExpr>(E))
    return of(dyn_cast_or_null<Expr>(S->getSubStmt()->body_empty()
                                         ? nullptr
                                         : S->getSubStmt()->body_back()));
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofOperator(B);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(Call);
  return std::nullopt;
}

/// Of what CUDA gives each thread (CUDA C++ Programming Guide, "Compute
/// Capabilities", for the limits).
Bounds ValueRanges::ofThread(const Expr *E) {
  constexpr double MostThreads[] = {1024, 1024, 64};
  constexpr double MostBlocks[] = {2147483647, 65535, 65535};
  const char *const Members[] = {"x", "y", "z"};
  for (unsigned I = 0; I < 3; ++I) {
    SharedNumber Sides, Block, Grid;
    Sides.Member = char('a' + I);
    Sides.Least = 1;
    Sides.Most = MostThreads[I];
    Block.Member = char('x' + I);
    Block.Most = MostBlocks[I] - 1;
    Grid.Member = char('X' + I);
    Grid.Least = 1;
    Grid.Most = MostBlocks[I];
    if (isBuiltinMember(E, "threadIdx", Members[I])) {
      const Bounds Size = shared(Sides);
      const auto Last = Size->Most.plus(RangeSum::number(-1));
      return ValueRange{RangeSum::number(0), *Last, false};
    }
    if (isBuiltinMember(E, "blockDim", Members[I]))
      return shared(Sides);
    if (isBuiltinMember(E, "blockIdx", Members[I]))
      return shared(Block);
    if (isBuiltinMember(E, "gridDim", Members[I]))
      return shared(Grid);
  }
  return std::nullopt;
}

/// The value of an lvalue: memory has any.
Bounds ValueRanges::ofRead(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return ofVariable(Ref);
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return ofChoice(C);
  // A member of a parameter, `p.n`.
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Of = M && !M->isArrow() && isa<FieldDecl>(M->getMemberDecl())
                       ? dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParens())
                       : nullptr;
  const auto *P = Of ? dyn_cast<ParmVarDecl>(Of->getDecl()) : nullptr;
  if (!P || !State.isKernel() || !State.isNeverChanged(P) ||
      P->getType()->isReferenceType() || M->getType().isVolatileQualified() ||
      cast<FieldDecl>(M->getMemberDecl())->isBitField() ||
      !State.isInReach(P, !isInInit()))
    return std::nullopt;
  return ofShared(M, /*IsNeverNegative=*/false);
}

/// What \p V was made of is not below 0, which the test need not ask.
bool ValueRanges::startsAbove0(const VarDecl *V) {
  if (!V->getInit() || isa<ParmVarDecl>(V) || !State.isNeverChanged(V))
    return false;
  const size_t Fits = Test.Fit.size();
  const std::string Before = Reason;
  const Bounds Init = inInitOf(V, [&] { return exactly(V->getInit()); });
  const bool IsAsked = Test.Fit.size() > Fits;
  Test.Fit.resize(Fits);
  Reason = Before;
  return Init && !IsAsked && Test.isNeverNegative(Init->Least) &&
         llvm::all_of(Init->Least.terms(), [&](const auto &Term) {
           return llvm::none_of(Term.first, [&](unsigned Each) {
             return Test.Numbers[Each].MayBeNegative ||
                    Test.Numbers[Each].Divisor;
           });
         });
}

Bounds ValueRanges::ofShared(const Expr *Written, bool IsNeverNegative) {
  SharedNumber New;
  New.Written = Written;
  New.Most = mostOf(Written->getType(), A.Context);
  New.MayBeNegative = isSigned(Written->getType()) && !IsNeverNegative;
  return shared(std::move(New));
}

Bounds ValueRanges::ofVariable(const DeclRefExpr *Ref) {
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V || !isPlainInteger(V->getType()) ||
      V->getType().isVolatileQualified() || !V->hasLocalStorage() ||
      A.Context.getIntWidth(V->getType()) < 32 || !Asking.insert(V).second)
    return std::nullopt;
  const Bounds Found = ofVariable(*Ref, V);
  Asking.erase(V);
  return Found;
}

Bounds ValueRanges::ofVariable(const DeclRefExpr &Named, const VarDecl *V) {
  const DeclRefExpr *Ref = &Named;
  const ForStmt *For = State.countedBy(V, Ref);
  const bool IsAround = For && contains(For->getBody(), A.K.Loop);
  const bool CanName = State.isShared(V) && State.isInReach(V, !isInInit());
  if (IsAround && CanName)
    return ofShared(Ref, /*IsNeverNegative=*/false);
  if (For)
    return ofCounter(V, *For);
  if (State.isChangedInLoop(V)) {
    const auto Moves = isInInit() ? std::nullopt : State.movesOn(V);
    return Moves ? ofMoving(Ref, *Moves) : std::nullopt;
  }
  const bool IsFixed = State.isNeverChanged(V);
  if (isInInit() && !IsFixed)
    return std::nullopt;
  if (CanName)
    return ofShared(Ref, startsAbove0(V));
  return IsFixed && V->getInit() && !isa<ParmVarDecl>(V)
             ? inInitOf(V, [&] { return exactly(V->getInit()); })
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Bounds ValueRanges::ofProduct(const ValueRange &L, const ValueRange &R) const {
  const bool MayL = !Test.isNeverNegative(L.Least),
             MayR = !Test.isNeverNegative(R.Least);
  std::optional<RangeSum> Least, Most;
  const auto N = R.isPoint() ? R.Least.asNumber() : std::nullopt;
  if (N && *N < 0) {
    Least = L.Most.times(R.Least);
    Most = L.Least.times(R.Least);
  } else if (R.isPoint() && !MayR) {
    Least = L.Least.times(R.Least);
    Most = L.Most.times(R.Least);
  } else if (L.isPoint() && (!MayL || L.Least.asNumber())) {
    return ofProduct(R, L);
  } else if (!MayL && !MayR) {
    Least = L.Least.times(R.Least);
    Most = L.Most.times(R.Most);
  }
  if (!Least || !Most)
    return std::nullopt;
  return ValueRange{*Least, *Most, L.MayWrap || R.MayWrap};
}

Bounds ValueRanges::ofOperator(const BinaryOperator *B) {
  const Expr *Left = B->getLHS(), *Right = B->getRHS();
  if (B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub &&
      B->getOpcode() != BO_Mul && B->getOpcode() != BO_Shl)
    return ofPart(B);
  Bounds L = of(Left), R = of(Right), Out;
  if (!L || !R)
    return std::nullopt;
  if (B->getOpcode() == BO_Shl) {
    const auto N = R->isPoint() ? R->Least.asNumber() : std::nullopt;
    if (!N || *N < 0 || *N > 30)
      return std::nullopt;
    R = point(RangeSum::number(int64_t(1) << *N));
  }
  if (B->isAdditiveOp()) {
    const int Sign = B->getOpcode() == BO_Sub ? -1 : 1;
    const auto Least = L->Least.plus(Sign < 0 ? R->Most : R->Least, Sign),
               Most = L->Most.plus(Sign < 0 ? R->Least : R->Most, Sign);
    if (Least && Most)
      Out = ValueRange{*Least, *Most, L->MayWrap || R->MayWrap,
                       least(*L) + (Sign < 0 ? -most(*R) : least(*R)),
                       most(*L) + (Sign < 0 ? -least(*R) : most(*R))};
  } else {
    Out = ofProduct(*L, *R);
    if (Out && least(*L) >= 0 && least(*R) >= 0) {
      Out->AtLeast = least(*L) * least(*R);
      Out->AtMost = most(*L) * most(*R);
    }
  }
  // A shift of a signed number drops bits as one of an unsigned number does
  // (C++20, [expr.shift]; nvcc and clang in every standard).
  return settled(Out, B->getType(),
                 B->getOpcode() == BO_Shl || !isSigned(B->getType()));
}

/// Quotients, remainders and bits, of what is not negative.
Bounds ValueRanges::ofPart(const BinaryOperator *B) {
  const Bounds L = exactly(B->getLHS()), R = exactly(B->getRHS());
  if (!L || !R || !Test.isNeverNegative(L->Least) ||
      !Test.isNeverNegative(R->Least))
    return std::nullopt;
  const auto N = R->isPoint() ? R->Least.asNumber() : std::nullopt;
  const auto Nothing = RangeSum::number(0);
  switch (B->getOpcode()) {
  case BO_Div:
  case BO_Shr: {
    const bool IsShift = B->getOpcode() == BO_Shr;
    if (!N || (IsShift ? *N > 30 : *N < 1))
      return IsShift ? std::nullopt
                     : Bounds(ValueRange{Nothing, L->Most, false});
    const int64_t By = IsShift ? int64_t(1) << *N : *N;
    const Bounds Least = quotient(L->Least, By), Most = quotient(L->Most, By);
    if (!Least || !Most)
      return std::nullopt;
    return ValueRange{Least->Least, Most->Most, false};
  }
  case BO_Rem: { // by nothing: undefined
    const auto Least = R->Least.plus(RangeSum::number(-1)),
               Most = R->Most.plus(RangeSum::number(-1));
    if (!Least || !Most)
      return std::nullopt;
    // As it is where it is that small already.
    return Test.isBelow(L->Most, *Least) ? *L
                                         : ValueRange{Nothing, *Most, false};
  }
  case BO_And: {
    const bool IsSmaller = Test.isBelow(L->Most, R->Most);
    // By 2^n - 1 it is the remainder.
    return IsSmaller && N && llvm::isPowerOf2_64(uint64_t(*N) + 1)
               ? *L
               : ValueRange{Nothing, IsSmaller ? L->Most : R->Most, false};
  }
  case BO_Or:
  case BO_Xor: // no more than the sum
    if (const auto Sum = L->Most.plus(R->Most))
      return ValueRange{Nothing, *Sum, false};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace pipeline_rewrite
