//===- CodeWords.cpp - Code as words that say what it computes ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/CodeWords.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite::undo {

using namespace clang;

std::string typeWords(QualType T) {
  return T.getNonReferenceType()
      .getCanonicalType()
      .getUnqualifiedType()
      .getAsString();
}

static Polynomial made(const Twine &Of, const Polynomial &P) {
  return Polynomial::atom((Of + "{" + P.words() + "}").str());
}
static Polynomial made(const Twine &Of, const Polynomial &A,
                       const Polynomial &B) {
  return Polynomial::atom((Of + "{" + A.words() + "," + B.words() + "}").str());
}

const Expr *bare(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Of = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Of->getReplacement();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E);
             Made && Made->getType()->isScalarType())
      E = Made->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else
      return E;
  }
}

Polynomial CodeWords::fail(const Stmt *S, llvm::StringRef What) {
  if (!Failed)
    Why = What.empty() ? std::string("not read: ") + S->getStmtClassName()
                       : What.str();
  Failed = true;
  return Polynomial::atom("?");
}

std::string CodeWords::name(const VarDecl *V) const {
  if (const auto At = Inner.find(V); At != Inner.end())
    return At->second;
  if (V->hasAttr<CUDASharedAttr>())
    return "s:" + V->getQualifiedNameAsString();
  if (!V->isLocalVarDeclOrParm())
    return "g:" + V->getQualifiedNameAsString();
  return (V->getType()->isArrayType() ? "a:" : "v:") + V->getNameAsString();
}

Polynomial CodeWords::read(const VarDecl *V, const Expr *At) {
  if (V->getType()->isReferenceType() && V->isLocalVarDecl())
    return fail(At, "a local reference");
  const auto Value = Held.find(V);
  if (Value == Held.end()) {
    // Of a constant, what it is made of is all there is to it.
    return Polynomial::atom(name(V));
  }
  const HeldValue &Is = Value->second;
  const bool Holds =
      Is.Under.size() <= Under.size() &&
      std::equal(Is.Under.begin(), Is.Under.end(), Under.begin());
  if (!Is.Is || !Holds)
    return fail(At, "what '" + V->getNameAsString() + "' holds");
  return *Is.Is;
}

Polynomial CodeWords::load(QualType T, const Polynomial &Address) {
  return made("ld<" + typeWords(T) + ">", Address);
}

const VarDecl *CodeWords::ringOf(const Expr *Base) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && Rings.contains(V) ? V : nullptr;
}

/// Where the object is that \p E names.
Polynomial CodeWords::address(const Expr *E) {
  E = bare(E);
  if (E->getType().isVolatileQualified())
    return fail(E, "volatile");
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || Rings.contains(V) || Held.contains(V))
      return fail(E, "where '" + Ref->getDecl()->getNameAsString() + "' is");
    if (V->isLocalVarDecl() && V->getType()->isReferenceType())
      return fail(E, "a local reference");
    // What holds its address may change it.
    if (V->isLocalVarDeclOrParm() && !V->hasAttr<CUDASharedAttr>() &&
        !V->getType()->isArrayType() && !Changed.contains(V) &&
        !Inner.contains(V))
      return fail(E, "the address of '" + V->getNameAsString() + "'");
    return Polynomial::atom("&" + name(V));
  }
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
    if (const VarDecl *Ring = ringOf(At->getBase())) {
      const auto Buffer = value(At->getIdx()).number();
      if (!Buffer)
        return fail(E, "the buffer of '" + Ring->getNameAsString() + "'");
      return Polynomial::atom("&" + name(Ring) + "@" + std::to_string(*Buffer) +
                              ";");
    }
    const Expr *Index = At->getIdx();
    Polynomial I = value(Index);
    return value(At->getBase()) +
           converted(I, Index->getType(), Context.getPointerDiffType());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return value(U->getSubExpr());
  if (const auto *Of = dyn_cast<MemberExpr>(E);
      Of && isa<FieldDecl>(Of->getMemberDecl()))
    return made("field:" + Of->getMemberDecl()->getNameAsString(),
                Of->isArrow() ? value(Of->getBase()) : address(Of->getBase()));
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_NoOp)
      return address(Cast->getSubExpr());
    if (Cast->getCastKind() == CK_LValueBitCast)
      return address(Cast->getSubExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return this->call(Call);
  return fail(E);
}

/// An array as a pointer to its first element.
Polynomial CodeWords::decayed(const Expr *E) {
  const std::string Words = address(E).words();
  if (llvm::StringRef(Words).starts_with("&"))
    return Polynomial::atom(Words.substr(1));
  return Polynomial::atom("row{" + Words + "}");
}

/// The value of an object of a class.
Polynomial CodeWords::record(const Expr *E) {
  E = bare(E);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_NoOp)
      break;
    E = bare(Cast->getSubExpr());
  }
  if (!E->isGLValue())
    return value(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return read(V, E);
  return load(E->getType(), address(E));
}

static unsigned bitsOf(QualType T, const ASTContext &Context) {
  return Context.getTypeSize(T);
}

Polynomial CodeWords::converted(const Polynomial &P, QualType From,
                                QualType To) {
  From = From.getCanonicalType().getUnqualifiedType();
  To = To.getCanonicalType().getUnqualifiedType();
  if (From == To || !From->isIntegerType() || !To->isIntegerType())
    return P;
  const unsigned Old = bitsOf(From, Context), New = bitsOf(To, Context);
  if (To->isBooleanType())
    return P.number() ? Polynomial(*P.number() != 0) : made("bool", P);
  if (From->isBooleanType())
    return P;
  if (P.number() && New >= Old && *P.number() >= 0)
    return P;
  if (From->isSignedIntegerType() && New >= Old)
    return P; // no sum of it overflows, and what is unsigned wraps
  if (From->isUnsignedIntegerType() && To->isUnsignedIntegerType() &&
      New == Old)
    return P;
  return made("as<" + typeWords(To) + "><" + typeWords(From) + ">",
              From->isUnsignedIntegerType() ? P.wrapped(Old) : P);
}

Polynomial CodeWords::cast(const CastExpr *E) {
  const Expr *Of = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    const Expr *Place = bare(Of);
    if (Place->getType().isVolatileQualified())
      return fail(E, "volatile");
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Place))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        return read(V, E);
    // A field of a variable that is held.
    if (const auto *Field = dyn_cast<MemberExpr>(Place);
        Field && !Field->isArrow())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(bare(Field->getBase())))
        if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
            V && !V->getType()->isReferenceType())
          return made("part:" + Field->getMemberDecl()->getNameAsString(),
                      read(V, E));
    return load(E->getType(), address(Of));
  }
  case CK_NoOp:
  case CK_ConstructorConversion:
    return Of->isGLValue() && Of->getType()->isRecordType() ? record(Of)
                                                            : value(Of);
  case CK_ArrayToPointerDecay:
    return decayed(Of);
  case CK_IntegralCast:
    return converted(value(Of), Of->getType(), E->getType());
  case CK_IntegralToBoolean: {
    const Polynomial P = value(Of);
    return P.number() ? Polynomial(*P.number() != 0) : made("bool", P);
  }
  case CK_NullToPointer:
    return 0;
  case CK_ToVoid:
    return value(Of);
  case CK_BitCast:
    if (!E->getType()->isPointerType())
      return fail(E);
    if (typeWords(E->getType()->getPointeeType()) ==
        typeWords(Of->getType()->getPointeeType()))
      return value(Of);
    [[fallthrough]];
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
  case CK_FloatingCast:
    return made("as<" +
                    typeWords(E->getType()->isPointerType()
                                  ? E->getType()->getPointeeType()
                                  : E->getType()) +
                    "><" + typeWords(Of->getType()) + ">",
                value(Of));
  default:
    return fail(E);
  }
}

Polynomial CodeWords::unary(const UnaryOperator *E) {
  if (builtinAssignment(E))
    return assign(E);
  const Expr *Of = E->getSubExpr();
  if (E->getOpcode() == UO_AddrOf) {
    const Expr *Place = bare(Of);
    return address(Place);
  }
  const Polynomial P = value(Of);
  const bool IsWhole = E->getType()->isIntegerType();
  switch (E->getOpcode()) {
  case UO_Plus:
    return P;
  case UO_Minus:
    return IsWhole ? Polynomial() - P : made("minus", P);
  case UO_LNot:
    return P.number() ? Polynomial(*P.number() == 0)
                      : Polynomial::atom("not{" + P.words() + "}");
  case UO_Not:
    return P.number() ? Polynomial(~*P.number()) : made("invert", P);
  default:
    return fail(E);
  }
}

Polynomial CodeWords::arithmetic(BinaryOperatorKind Op, QualType In,
                                 const Polynomial &A, const Polynomial &B) {
  const bool IsSum = In->isIntegerType() || In->isPointerType();
  if (IsSum && Op == BO_Add)
    return A + B;
  if (IsSum && Op == BO_Sub)
    return A - B;
  if (In->isIntegerType() && Op == BO_Mul)
    return A * B;
  const auto X = A.number(), Y = B.number();
  if (In->isIntegerType() && X && Y && *X >= 0 && *Y >= 0) {
    switch (Op) {
    case BO_And:
      return *X & *Y;
    case BO_Or:
      return *X | *Y;
    case BO_Xor:
      return *X ^ *Y;
    case BO_Rem:
      if (*Y)
        return *X % *Y;
      break;
    case BO_Div:
      if (*Y)
        return *X / *Y;
      break;
    default:
      break;
    }
  }
  if (In->isIntegerType() && Op == BO_Shl && Y && *Y >= 0 && *Y < 31)
    return A * Polynomial(int64_t(1) << *Y);
  // The parity, or the remainder, of the iteration.
  const bool IsParity = Op == BO_And && Y == 1, IsRest = Op == BO_Rem;
  if (In->isIntegerType() && Residue && Y && *Y > 0 && (IsParity || IsRest)) {
    const int64_t By = IsParity ? 2 : *Y;
    if (Modulus % By == 0)
      if (const auto Rest = A.remainder(AnyIteration, *Residue, By))
        return *Rest;
  }
  const bool Wraps = In->isUnsignedIntegerType();
  const unsigned Bits = Wraps ? bitsOf(In, Context) : 64;
  return made(BinaryOperator::getOpcodeStr(Op) + "<" + typeWords(In) + ">",
              A.wrapped(Bits), B.wrapped(Bits));
}

Polynomial CodeWords::binary(const BinaryOperator *E) {
  if (builtinAssignment(E))
    return assign(E);
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->getOpcode() == BO_Comma) {
    const Polynomial A = value(L);
    return made(",", A, value(R));
  }
  if (E->isComparisonOp() || E->isLogicalOp()) {
    const std::string Yes = condition(E).Yes;
    return Yes == "true"    ? Polynomial(1)
           : Yes == "false" ? Polynomial(0)
                            : Polynomial::atom(Yes);
  }
  if (E->isPtrMemOp())
    return fail(E);
  Polynomial A = value(L), B = value(R);
  if (E->getType()->isPointerType()) {
    const QualType Step = Context.getPointerDiffType();
    A = converted(A, L->getType(), Step);
    B = converted(B, R->getType(), Step);
  } else if (L->getType()->isPointerType()) {
    return made("distance", A, B);
  }
  return arithmetic(E->getOpcode(), E->getType(), A, B);
}

Polynomial CodeWords::value(const Expr *E) {
  E = bare(E);
  if (E->isValueDependent() || E->isTypeDependent())
    return fail(E, "a template without an instance");
  if (E->getType()->isIntegerType() && !E->isGLValue()) {
    Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Context))
      if (const auto Number = Result.Val.getInt().tryExtValue())
        return *Number;
  }
  if (E->isGLValue() && E->getType()->isRecordType() && !isa<CallExpr>(E))
    return record(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return cast(Cast);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *If = dyn_cast<ConditionalOperator>(E)) {
    const std::string Yes = condition(If->getCond()).Yes;
    if (Yes == "true" || Yes == "false")
      return value(Yes == "true" ? If->getTrueExpr() : If->getFalseExpr());
    const Polynomial A = value(If->getTrueExpr());
    return made("choose:" + Yes, A, value(If->getFalseExpr()));
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (const auto *Float = dyn_cast<FloatingLiteral>(E)) {
    llvm::SmallString<32> Words;
    Float->getValue().bitcastToAPInt().toStringUnsigned(Words, 16);
    return Polynomial::atom(
        ("f" + Words + "<" + typeWords(E->getType()) + ">").str());
  }
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E)) {
    // threadIdx.x: a property that a function of no arguments gives.
    const auto *Property =
        dyn_cast<MSPropertyRefExpr>(Pseudo->getSyntacticForm()->IgnoreParens());
    const Expr *Base = Property ? Property->getBaseExpr() : nullptr;
    if (const auto *Bound = dyn_cast_or_null<OpaqueValueExpr>(Base))
      Base = Bound->getSourceExpr();
    const auto *Of =
        Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
    if (!Of || Of->getDecl()->getDeclContext()->isFunctionOrMethod())
      return fail(E);
    return Polynomial::atom("p:" + Of->getDecl()->getQualifiedNameAsString() +
                            "." +
                            Property->getPropertyDecl()->getNameAsString());
  }
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    const CXXConstructorDecl *By = Made->getConstructor();
    if (By->isCopyOrMoveConstructor() && By->isTrivial())
      return record(Made->getArg(0));
    if (By->isDefaultConstructor() && By->isTrivial())
      return Polynomial::atom("none");
    return fail(E);
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    std::string Words = "list{";
    for (const Expr *Each : List->inits())
      Words += value(Each).words() + ",";
    if (List->hasArrayFiller())
      Words += "...";
    return Polynomial::atom(Words + "}");
  }
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return Polynomial::atom("zero");
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
      Ref && isa<FunctionDecl>(Ref->getDecl()))
    return Polynomial::atom("f:" + Ref->getDecl()->getQualifiedNameAsString());
  if (E->isGLValue())
    return address(E);
  return fail(E);
}

} // namespace pipeline_rewrite::undo
