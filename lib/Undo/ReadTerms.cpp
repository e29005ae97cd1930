//===- ReadTerms.cpp - Expressions as terms -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/ReadTerms.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/BuiltinMembers.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pipeline_rewrite::undo {

bool isExact(QualType T) {
  const auto *Of = T.getCanonicalType()->getAs<BuiltinType>();
  return Of && (Of->getKind() == BuiltinType::Int ||
                Of->getKind() == BuiltinType::Long ||
                Of->getKind() == BuiltinType::LongLong);
}

/// All variables that \p E names are of a system's header.
static bool isOfSystem(const Expr *E) {
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm();
  if (const auto *P = dyn_cast<MSPropertyRefExpr>(E->IgnoreParenImpCasts()))
    E = P->getBaseExpr();
  return !findBelow<DeclRefExpr>(
      E, [](const DeclRefExpr *Ref) { return !isInSystem(Ref->getDecl()); });
}

unsigned gridNumber(const Expr *E) {
  unsigned Number = 0;
  for (const char *Object : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
    for (const char *Member : {"x", "y", "z"})
      if (++Number; isBuiltinMember(E, Object, Member))
        return isOfSystem(E) ? Number : 0;
  return 0;
}

static const Expr *plain(const Expr *E) {
  for (;;) {
    if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *C = dyn_cast<ConstantExpr>(E))
      E = C->getSubExpr();
    else if (const auto *W = dyn_cast<ExprWithCleanups>(E))
      E = W->getSubExpr();
    else
      return E;
  }
}

/// It names nothing, which another build may give another value.
static bool isLiteral(const Expr *E) {
  return !findBelow(E, [](const Stmt *S) {
    const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(S);
    if (Size && Size->getKind() == UETT_SizeOf && Size->isArgumentType()) {
      const auto *Of = dyn_cast<BuiltinType>(Size->getArgumentType());
      return !Of || (Of->getKind() != BuiltinType::Float &&
                     Of->getKind() != BuiltinType::Double &&
                     Of->getKind() != BuiltinType::Int);
    }
    return !isa<IntegerLiteral, CXXBoolLiteralExpr, ParenExpr, ImplicitCastExpr,
                ConstantExpr, UnaryOperator, BinaryOperator,
                ConditionalOperator>(S);
  });
}

const Term *TermReader::value(const Expr *E) {
  E = plain(E);
  const auto Type = All.type(E->getType());
  if (!Type)
    return nullptr;
  if (isExact(E->getType()) || E->getType()->isUnsignedIntegerType())
    if (const auto N =
            isLiteral(E) ? E->getIntegerConstantExpr(Context) : std::nullopt;
        N && N->getSignificantBits() < 63)
      return All.number(N->getExtValue(), *Type);
  return made(E);
}

const Term *TermReader::made(const Expr *E) {
  const unsigned Type = typeOf(E->getType());
  if (const auto *Float = dyn_cast<FloatingLiteral>(E)) {
    const llvm::APInt Bits = Float->getValue().bitcastToAPInt();
    return Bits.getBitWidth() > 64
               ? nullptr
               : All.make(TermCode::Bits, Type,
                          {All.number(int64_t(Bits.getZExtValue()), 0)});
  }
  if (const unsigned Number = gridNumber(E))
    return All.make(TermCode::Builtin, Type, {All.number(Number, 0)});
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return read(Of);
    case CK_NoOp:
      return Of->isGLValue() ? nullptr : value(Of);
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
    case CK_IntegralToFloating:
    case CK_FloatingCast:
    case CK_FloatingToIntegral:
    case CK_BitCast:
      return converted(value(Of), Of->getType(), E->getType());
    default:
      return nullptr;
    }
  }
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E))
    return Copy->getConstructor()->isCopyOrMoveConstructor() &&
                   Copy->getConstructor()->isTrivial()
               ? read(Copy->getArg(0))
               : nullptr;
  if (const auto *If = dyn_cast<ConditionalOperator>(E)) {
    const Term *Is = value(If->getCond());
    if (const auto N = Terms::numberOf(Is))
      return value(*N ? If->getTrueExpr() : If->getFalseExpr());
    return All.make(TermCode::Select, Type,
                    {Is, value(If->getTrueExpr()), value(If->getFalseExpr())});
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    const Expr *Of = Unary->getSubExpr();
    switch (Unary->getOpcode()) {
    case UO_AddrOf:
      return address(Of);
    case UO_Plus:
      return value(Of);
    case UO_Minus:
      if (isExact(E->getType()))
        return All.sum(All.number(0, Type), value(Of), -1, Type);
      [[fallthrough]];
    case UO_Not:
    case UO_LNot:
      return All.make(3000 + Unary->getOpcode(), Type, {value(Of)});
    default:
      return nullptr;
    }
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && !builtinAssignment(Op) && Op->getOpcode() != BO_Comma &&
      !Op->isPtrMemOp())
    return binary(
        Op->getOpcode(),
        Op->isComparisonOp() ? Op->getLHS()->getType() : Op->getType(),
        value(Op->getLHS()), value(Op->getRHS()), Op->getRHS()->getType());
  return nullptr;
}

const Term *TermReader::converted(const Term *A, QualType From, QualType To) {
  const unsigned Type = typeOf(To);
  if (!A || !Type || !typeOf(From))
    return nullptr;
  From = From.getCanonicalType().getUnqualifiedType();
  To = To.getCanonicalType().getUnqualifiedType();
  if (From == To)
    return A;
  if (isExact(From) && isExact(To) &&
      (Context.getTypeSize(From) == Context.getTypeSize(To) ||
       (Terms::numberOf(A) &&
        Context.getTypeSize(From) < Context.getTypeSize(To))))
    return All.retyped(A, Type);
  // Of one test, as which it is known.
  if (From->isBooleanType() && Terms::numberOf(A) && isExact(To))
    return All.retyped(A, Type);
  return All.make(2000, Type, {A});
}

const Term *TermReader::remainder(const Term *A, int64_t N,
                                  unsigned Type) const {
  const auto L = Terms::lineOf(A);
  // a * i + b with i = Modulus * q + Residue, and nothing of it negative.
  if (!L || L->first < 0 || L->second < 0 || N <= 0 || L->first > (1 << 20) ||
      L->second > (1 << 20) || L->first * Modulus % N != 0)
    return nullptr;
  return All.number((L->first * Residue + L->second) % N, Type);
}

const Term *TermReader::binary(BinaryOperatorKind Op, QualType T, const Term *A,
                               const Term *B, QualType Right) {
  const unsigned Type = typeOf(T), Bool = typeOf(Context.BoolTy);
  if (!A || !B || !Type)
    return nullptr;
  const auto N = Terms::numberOf(B);
  if (T->isPointerType() && (Op == BO_Add || Op == BO_Sub)) {
    if (A->Type != Type)
      return nullptr; // an integer and a pointer, or two of these
    const QualType Apart = Context.getPointerDiffType();
    return All.sum(A, converted(B, Right, Apart), Op == BO_Sub ? -1 : 1, Type);
  }
  if (isExact(T)) {
    switch (Op) {
    case BO_Add:
      return All.sum(A, B, 1, Type);
    case BO_Sub:
      return All.sum(A, B, -1, Type);
    case BO_Mul:
      return All.product(A, B, Type);
    case BO_LT:
      return All.test(TermCode::Positive, All.sum(B, A, -1, Type), Bool);
    case BO_GT:
      return All.test(TermCode::Positive, All.sum(A, B, -1, Type), Bool);
    case BO_LE:
      return All.test(
          TermCode::Positive,
          All.sum(All.sum(B, A, -1, Type), All.number(1, Type), 1, Type), Bool);
    case BO_GE:
      return All.test(
          TermCode::Positive,
          All.sum(All.sum(A, B, -1, Type), All.number(1, Type), 1, Type), Bool);
    case BO_EQ:
      return All.test(TermCode::Zero, All.sum(A, B, -1, Type), Bool);
    case BO_Rem:
      if (N)
        if (const Term *Is = remainder(A, *N, Type))
          return Is;
      break;
    case BO_And:
      if (N && *N > 0 && *N < 64 && llvm::isPowerOf2_64(*N + 1))
        if (const Term *Is = remainder(A, *N + 1, Type))
          return Is;
      break;
    case BO_Xor:
      if (const auto M = Terms::numberOf(A); M && N && *M >= 0 && *N >= 0)
        return All.number(*M ^ *N, Type);
      break;
    case BO_Div:
      // Without a rest.
      if (const auto L = Terms::lineOf(A);
          L && N && *N > 0 && L->first % *N == 0 && L->second % *N == 0)
        return All.sum(All.number(L->second / *N, Type), All.iteration(),
                       L->first / *N, Type);
      break;
    default:
      break;
    }
  }
  // Of a comparison: of what, which its result does not tell.
  return All.make(1000 + Op, BinaryOperator::isComparisonOp(Op) ? Bool : Type,
                  {A, B, All.number(Type, 0)});
}

const VarDecl *TermReader::variable(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && Clean.contains(V) ? V : nullptr;
}

bool TermReader::isHere(const HeldTerm &Of) const {
  return llvm::all_of(
      Of.Under, [&](int Tile) { return llvm::is_contained(Guards, Tile); });
}

const Term *TermReader::read(const Expr *Place) {
  Place = plain(Place);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Place);
      Cast && Cast->getCastKind() == CK_NoOp)
    return read(Cast->getSubExpr());
  if (const VarDecl *V = variable(Place)) {
    const auto At = Held.find(V);
    if (At == Held.end() || !isHere(At->second))
      return nullptr;
    return At->second.Is;
  }
  if (isa<ArraySubscriptExpr, UnaryOperator>(Place))
    return load(address(Place), Place->getType());
  if (const auto *M = dyn_cast<MemberExpr>(Place); M && !M->isArrow())
    if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
        F && !F->isBitField())
      return All.make(TermCode::Member, typeOf(F->getType()),
                      {read(M->getBase()), All.number(F->getFieldIndex(), 0)});
  return nullptr;
}

const Term *TermReader::address(const Expr *Place) {
  Place = plain(Place);
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(Place)) {
    const Expr *Base = At->getBase();
    if (!Base->getType()->isPointerType())
      return nullptr;
    return binary(BO_Add, Base->getType(), value(Base), value(At->getIdx()),
                  At->getIdx()->getType());
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Place);
  return Unary && Unary->getOpcode() == UO_Deref ? value(Unary->getSubExpr())
                                                 : nullptr;
}

bool TermReader::isGlobal(const Term *Address) const {
  if (Parameters.contains(Address))
    return true;
  if (Address->Kind == Term::Made)
    return Address->Code == 2000 && isGlobal(Address->Args[0]);
  unsigned Pointers = 0;
  for (const auto &[Product, Factor] : Address->Parts)
    if (Product.size() == 1 && isGlobal(Product[0]))
      Pointers += Factor == 1 ? 1 : 2;
  return Pointers == 1;
}

const Term *TermReader::load(const Term *Address, QualType T) {
  const auto Type = All.type(T);
  return Address && Type && isGlobal(Address)
             ? All.make(TermCode::Load, *Type, {Address})
             : nullptr;
}

std::optional<Cell> TermReader::cell(const Expr *E) {
  E = plain(E);
  const auto Type = All.type(E->getType());
  if (!Type)
    return std::nullopt;
  // *reinterpret_cast<float4 *>(&tile[i][j])
  if (const auto *Deref = dyn_cast<UnaryOperator>(E);
      Deref && Deref->getOpcode() == UO_Deref) {
    const Expr *P = plain(Deref->getSubExpr());
    while (const auto *Cast = dyn_cast<CastExpr>(P)) {
      if (Cast->getCastKind() != CK_BitCast && Cast->getCastKind() != CK_NoOp)
        return std::nullopt;
      P = plain(Cast->getSubExpr());
    }
    const auto *Of = dyn_cast<UnaryOperator>(P);
    auto Out = Of && Of->getOpcode() == UO_AddrOf ? cell(Of->getSubExpr())
                                                  : std::nullopt;
    if (Out)
      Out->As = *Type;
    return Out;
  }
  Cell Out;
  Out.As = *Type;
  const Expr *Base = E;
  while (const auto *At = dyn_cast<ArraySubscriptExpr>(Base)) {
    Out.Buffer = At->getIdx();
    Out.Indices.insert(Out.Indices.begin(), value(At->getIdx()));
    Base = plain(At->getBase());
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return std::nullopt;
    Base = plain(Decay->getSubExpr());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  Out.Tile = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Out.Tile && Tiles.contains(Out.Tile) && Out.Buffer
             ? std::optional(std::move(Out))
             : std::nullopt;
}

} // namespace pipeline_rewrite::undo
