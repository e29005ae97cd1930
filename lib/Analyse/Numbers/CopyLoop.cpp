//===- CopyLoop.cpp - Inner loops that copy a tile ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Provenance.h"
#include "Analyse/Ranges/NumberRange.h"
#include "Ast/Counters.h"
#include "Ast/OtherNames.h"
#include "Ast/VariableUses.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

const Stmt *bodyOf(const VarDecl *V) {
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  return F ? F->getBody() : nullptr;
}

/// What the header alone counts, if nobody else gives it a value: by another
/// name, or in the loop.
bool counts(const VarDecl *V, const ForStmt &For) {
  if (!V || !V->getType()->isIntegerType() || isChanged(For.getBody(), V) ||
      isChanged(For.getCond(), V))
    return false;
  const Stmt *Function = bodyOf(V);
  return declaresCounter(For) || (V->isLocalVarDecl() && !V->isStaticLocal() &&
                                  !V->getType().isVolatileQualified() &&
                                  Function && !hasOtherName(Function, V));
}

/// Without parentheses and conversions. IgnoreParenImpCasts() looks through
/// template parameters as well, which are other numbers in other instances.
const Expr *stripConversions(const Expr *E) {
  while (isa<ParenExpr, ImplicitCastExpr>(E))
    E = isa<ParenExpr>(E) ? cast<ParenExpr>(E)->getSubExpr()
                          : cast<ImplicitCastExpr>(E)->getSubExpr();
  return E;
}

/// The same name or number: equal in every instance.
bool isSame(const Expr *A, const Expr *B) {
  if (auto Number = writtenNumber(A))
    return Number == writtenNumber(B);
  A = stripConversions(A);
  B = stripConversions(B);
  const auto *P = dyn_cast<SubstNonTypeTemplateParmExpr>(A);
  const auto *Q = dyn_cast<SubstNonTypeTemplateParmExpr>(B);
  if (P && Q)
    return P->getParameter() == Q->getParameter();
  const VarDecl *V = P || Q ? nullptr : plainVariable(A);
  return V && V == plainVariable(B);
}

} // namespace

bool readBound(CopyLoop &C, const Expr *Cond) {
  const auto *B =
      Cond ? dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts()) : nullptr;
  if (!B || (B->getOpcode() != BO_LT && B->getOpcode() != BO_LE))
    return false;
  const bool Inclusive = B->getOpcode() == BO_LE;
  const Expr *Slack = nullptr;
  if (plainVariable(B->getLHS()) != C.Var) {
    const auto *Sum =
        dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParenImpCasts());
    if (!Sum || Sum->getOpcode() != BO_Add ||
        plainVariable(Sum->getLHS()) != C.Var || !Inclusive)
      return false;
    Slack = Sum->getRHS();
  }
  C.Inclusive = Inclusive;
  C.Bound = B->getRHS();
  C.Slack = Slack;
  return true;
}

std::optional<int64_t> constantValue(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult R;
  if (!E || E->isValueDependent() || !E->isCXX11ConstantExpr(Context) ||
      !E->EvaluateAsInt(R, Context))
    return std::nullopt;
  const llvm::APSInt &Value = R.Val.getInt();
  return Value.isRepresentableByInt64()
             ? std::optional<int64_t>(Value.getExtValue())
             : std::nullopt;
}

bool isFixedLocal(const VarDecl *V) {
  return V->isLocalVarDecl() && V->getInit() && V->getType()->isIntegerType() &&
         !V->getType().isVolatileQualified() &&
         (V->getType().isConstQualified() ||
          (V->hasLocalStorage() && !isChanged(bodyOf(V), V)));
}

/// Not a type that is another one in other instances.
static bool isPlain(QualType T, const ASTContext &Context) {
  while (!isa<BuiltinType>(T)) {
    if (!isOnlyName(T))
      return false;
    T = T.getSingleStepDesugaredType(Context);
  }
  return true;
}

std::optional<std::string> conversionOf(const VarDecl *V) {
  const ASTContext &Context = V->getASTContext();
  const QualType T = V->getType().getUnqualifiedType();
  if (!V->getInit() || !T->isBuiltinType())
    return std::nullopt;
  const Expr *Init = stripConversions(stripBraces(V->getInit()));
  if (isa<AutoType>(T))
    return "";
  if (!isPlain(T, Context))
    return std::nullopt;
  if (Context.hasSameUnqualifiedType(T, Init->getType()))
    return "";
  return "static_cast<" +
         T.getCanonicalType().getAsString(Context.getPrintingPolicy()) + ">";
}

/// \p Value, unless \p Type would make another number of it.
static std::optional<int64_t> held(std::optional<int64_t> Value, QualType Type,
                                   const ASTContext &Context) {
  if (!Value || !Type->isIntegerType() || Type->isBooleanType())
    return std::nullopt;
  const unsigned Width = std::min<unsigned>(Context.getIntWidth(Type), 63);
  const bool Fits = Type->isUnsignedIntegerOrEnumerationType()
                        ? *Value >= 0 && llvm::isUIntN(Width, *Value)
                        : llvm::isIntN(Width, *Value);
  return Fits ? Value : std::nullopt;
}

std::optional<int64_t> applied(BinaryOperatorKind Op, int64_t Left,
                               int64_t Right) {
  switch (Op) {
  case BO_Add:
    return llvm::checkedAdd(Left, Right);
  case BO_Sub:
    return llvm::checkedSub(Left, Right);
  case BO_Mul:
    return llvm::checkedMul(Left, Right);
  case BO_Div:
    return Right > 0 ? std::optional(Left / Right) : std::nullopt;
  case BO_Rem:
    return Right > 0 ? std::optional(Left % Right) : std::nullopt;
  case BO_And:
    return Left & Right;
  case BO_Or:
    return Left | Right;
  case BO_Xor:
    return Left ^ Right;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> fixedValue(const Expr *E, const ASTContext &Context,
                                  KnownValues Known) {
  if (auto Value = constantValue(E, Context))
    return Value;
  if (!E)
    return std::nullopt;
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return fixedValue(P->getSubExpr(), Context, Known);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return held(fixedValue(C->getSubExpr(), Context, Known), C->getType(),
                Context);
  if (const VarDecl *V = plainVariable(E)) {
    if (auto Value = Known(V))
      return Value;
    return isFixedLocal(V)
               ? held(fixedValue(stripBraces(V->getInit()), Context, Known),
                      V->getType(), Context)
               : std::nullopt;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_LNot) {
    auto Value =
        fixedValue(U->getSubExpr()->IgnoreParenImpCasts(), Context, Known);
    return Value ? std::optional<int64_t>(!*Value) : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  auto Left = B ? fixedValue(B->getLHS(), Context, Known) : std::nullopt;
  auto Right = Left ? fixedValue(B->getRHS(), Context, Known) : std::nullopt;
  return Right ? held(applied(B->getOpcode(), *Left, *Right), B->getType(),
                      Context)
               : std::nullopt;
}

std::optional<int64_t> writtenNumber(const Expr *E) {
  const auto *L = dyn_cast<IntegerLiteral>(stripConversions(E));
  if (!L || L->getBeginLoc().isMacroID())
    return std::nullopt;
  return L->getValue().getZExtValue();
}

/// The variable holds each value that it is given, and the one behind the last,
/// and they are compared as the numbers that they are: a step that wraps, or a
/// negative number beside an unsigned one, makes another count of rounds.
static bool countsUp(const CopyLoop &C, const Expr *Condition, int64_t First,
                     int64_t End, const ASTContext &Context) {
  const auto *B = cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  auto Fits = [&](int64_t Value) {
    return held(Value, C.Var->getType(), Context) &&
           held(Value, B->getLHS()->getType(), Context);
  };
  return Fits(First) && Fits(End);
}

CopyLoop describeCopyLoop(const ForStmt *For, const ASTContext &Context) {
  if (declaresCounter(*For))
    return describeCopyLoop(For, Context,
                            [](const ParmVarDecl *) { return nullptr; });
  CopyLoop None;
  None.Loop = For;
  return None;
}

CopyLoop describeCopyLoop(const ForStmt *For, const ASTContext &Context,
                          PassedValues Passed) {
  CopyLoop C;
  C.Loop = For;
  C.Var = counterOf(*For);
  const Expr *First = C.Var ? startOf(*For, C.Var) : nullptr;
  const Expr *Inc = For->getInc() ? For->getInc()->IgnoreParens() : nullptr;
  const auto *List = dyn_cast_or_null<BinaryOperator>(Inc);
  const auto Moves = First ? stepOf(Inc, C.Var) : std::nullopt;
  if (!Moves || Moves->Down || (List && List->isCommaOp()) ||
      !counts(C.Var, *For))
    return C;
  C.Step = Moves->Step;
  C.Start = stripBraces(First);
  if (!readBound(C, For->getCond()))
    return C;
  auto Start = fixedValue(C.Start, Context),
       Bound = fixedValue(C.Bound, Context);
  auto Step = C.Step ? fixedValue(C.Step, Context) : 1;
  auto Slack = C.Slack ? fixedValue(C.Slack, Context) : 0;
  if (!Bound || !Step || !Slack || *Step <= 0 ||
      (C.Slack && (!C.Step || !isSame(C.Slack, C.Step))))
    return C;
  const auto Begin =
      Start || C.Slack ? std::nullopt : numberRange(C.Start, Context, {Passed});
  C.Strided = Begin && Begin->Least >= 0 && isDeadAfter(*For, C.Var);
  if (!Start && !C.Strided)
    return C;
  int64_t From = Start.value_or(0);
  if (From == 0 && !C.Strided && writtenNumber(C.Start))
    C.Start = nullptr;
  int64_t Span = *Bound - *Slack - From + (C.Inclusive ? 1 : 0);
  if (Span <= 0)
    return C;
  const int64_t Trips = (Span - 1) / *Step + 1;
  auto End = llvm::checkedMulAdd(Trips, *Step, From);
  if (C.Strided) {
    // It is below the bound only if there is a round, and the rounds are
    // counted from it in any case.
    const auto Last = llvm::checkedMulAdd(Trips - 1, *Step, Begin->Most),
               Behind = llvm::checkedAdd(*Bound, *Step);
    End =
        Last && Behind ? std::optional(std::max(*Last, *Behind)) : std::nullopt;
  }
  if (End && countsUp(C, For->getCond(), From, *End, Context))
    C.Trips = Trips;
  else
    C.Strided = false;
  return C;
}

} // namespace pipeline_rewrite
