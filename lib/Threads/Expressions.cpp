//===- Expressions.cpp - Values of one thread -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/BuiltinMembers.h"
#include "Ast/Constructs.h"
#include "Ast/SystemFunctions.h"
#include "Threads/ThreadRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

ThreadValue ThreadRun::notUnderstood() {
  if (!Failed && Code.Budget)
    Problem = At;
  Failed = true;
  return {};
}

ThreadValue ThreadRun::eval(const Expr *E) {
  if (Failed || Code.Budget == 0)
    return notUnderstood();
  --Code.Budget;
  At = E;
  return Visit(E);
}

ThreadValue ThreadRun::VisitStmt(const Stmt *S) {
  return classify(S) == Construct::Value ? ThreadValue() : notUnderstood();
}

int64_t ThreadRun::sizeOf(QualType T) const {
  return T->isIncompleteType() || T->isFunctionType()
             ? 0
             : Code.Context.getTypeSizeInChars(T).getQuantity();
}

ThreadValue ThreadRun::fit(ThreadValue V, QualType To) const {
  To = To.getCanonicalType();
  if (V.Kind == ThreadValue::Address)
    return To->isPointerType() || (To->isIntegerType() && sizeOf(To) >= 4)
               ? V
               : ThreadValue();
  if (!V.isNumber() || !To->isIntegralOrEnumerationType())
    return {};
  if (To->isBooleanType())
    return ThreadValue::number(V.N != 0);
  const unsigned Width = Code.Context.getIntWidth(To);
  if (Width >= 64)
    return V;
  const llvm::APInt Bits = llvm::APInt(64, uint64_t(V.N)).trunc(Width);
  return ThreadValue::number(To->isSignedIntegerOrEnumerationType()
                                 ? Bits.getSExtValue()
                                 : int64_t(Bits.getZExtValue()));
}

ThreadValue ThreadRun::VisitParenExpr(const ParenExpr *E) {
  return eval(E->getSubExpr());
}
ThreadValue ThreadRun::VisitConstantExpr(const ConstantExpr *E) {
  return eval(E->getSubExpr());
}
ThreadValue ThreadRun::VisitExprWithCleanups(const ExprWithCleanups *E) {
  return eval(E->getSubExpr());
}
ThreadValue
ThreadRun::VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *E) {
  return eval(E->getSubExpr());
}
ThreadValue ThreadRun::VisitSubstNonTypeTemplateParmExpr(
    const SubstNonTypeTemplateParmExpr *E) {
  return eval(E->getReplacement());
}
ThreadValue ThreadRun::VisitIntegerLiteral(const IntegerLiteral *E) {
  return fit(ThreadValue::number(int64_t(E->getValue().getZExtValue())),
             E->getType());
}
ThreadValue ThreadRun::VisitCharacterLiteral(const CharacterLiteral *E) {
  return ThreadValue::number(E->getValue());
}
ThreadValue ThreadRun::VisitCXXBoolLiteralExpr(const CXXBoolLiteralExpr *E) {
  return ThreadValue::number(E->getValue());
}
ThreadValue ThreadRun::VisitFloatingLiteral(const FloatingLiteral *) {
  return {};
}
ThreadValue ThreadRun::VisitStringLiteral(const StringLiteral *) { return {}; }
ThreadValue
ThreadRun::VisitCXXNullPtrLiteralExpr(const CXXNullPtrLiteralExpr *) {
  return {};
}
ThreadValue
ThreadRun::VisitImplicitValueInitExpr(const ImplicitValueInitExpr *) {
  return ThreadValue::number(0);
}
ThreadValue
ThreadRun::VisitCXXScalarValueInitExpr(const CXXScalarValueInitExpr *) {
  return ThreadValue::number(0);
}
ThreadValue ThreadRun::VisitCXXDefaultArgExpr(const CXXDefaultArgExpr *E) {
  return eval(E->getExpr());
}

ThreadValue
ThreadRun::VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *E) {
  Expr::EvalResult Result;
  return E->EvaluateAsInt(Result, Code.Context)
             ? ThreadValue::number(Result.Val.getInt().getExtValue())
             : ThreadValue();
}

ThreadValue ThreadRun::VisitInitListExpr(const InitListExpr *E) {
  ThreadValue Last;
  for (const Expr *Each : E->inits())
    Last = eval(Each);
  const bool IsScalar = E->getType()->isScalarType();
  return IsScalar && E->getNumInits() == 1   ? Last
         : IsScalar && E->getNumInits() == 0 ? ThreadValue::number(0)
                                             : ThreadValue();
}

ThreadValue ThreadRun::VisitCXXConstructExpr(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  const bool DoesNothingElse =
      C->isTrivial() || C->isDefaulted() || touchesArgumentsOnly(C);
  if (!DoesNothingElse)
    return notUnderstood();
  for (const Expr *Each : E->arguments())
    loaded(Each);
  return {};
}

ThreadValue ThreadRun::VisitPseudoObjectExpr(const PseudoObjectExpr *E) {
  static constexpr const char *Members[] = {"x", "y", "z"};
  for (unsigned I = 0; I < 3; ++I) {
    if (isBuiltinMember(E, "threadIdx", Members[I])) {
      AskedForBlock |= I > 0;
      return ThreadValue::number(Where.Index[I]);
    }
    if (isBuiltinMember(E, "blockDim", Members[I])) {
      AskedForBlock = true;
      return Where.Block[I] ? ThreadValue::number(Where.Block[I])
                            : ThreadValue();
    }
    if (isBuiltinMember(E, "blockIdx", Members[I]) ||
        isBuiltinMember(E, "gridDim", Members[I]))
      return {};
  }
  return notUnderstood();
}

ThreadValue ThreadRun::VisitDeclRefExpr(const DeclRefExpr *E) {
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(E->getDecl()))
    return ThreadValue::number(Constant->getInitVal().getExtValue());
  return E->isGLValue() ? (object(E), ThreadValue()) : notUnderstood();
}

ThreadValue ThreadRun::VisitMemberExpr(const MemberExpr *E) {
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(E->getMemberDecl()))
    return ThreadValue::number(Constant->getInitVal().getExtValue());
  if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()))
    if (auto N = Code.constant(V))
      return ThreadValue::number(*N);
  object(E);
  return {};
}

ThreadValue ThreadRun::VisitCastExpr(const CastExpr *E) {
  const Expr *Of = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (isa<PseudoObjectExpr>(Of->IgnoreParens()))
      return eval(Of);
    return fit(read(object(Of), E), E->getType());
  case CK_ArrayToPointerDecay:
    return object(Of).Address;
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return fit(eval(Of), E->getType());
  case CK_NoOp:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return Of->isGLValue() ? ThreadValue(object(Of).Address) : eval(Of);
  case CK_ToVoid:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    discard(Of);
    return {};
  case CK_NullToPointer:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return {};
  default:
    if (!Of->isPRValue() || E->isGLValue())
      return notUnderstood();
    eval(Of);
    return E->getType()->isPointerType() ? notUnderstood() : ThreadValue();
  }
}

ThreadValue ThreadRun::VisitUnaryOperator(const UnaryOperator *E) {
  const Expr *Of = E->getSubExpr();
  if (E->isIncrementDecrementOp())
    return step(E).second;
  switch (E->getOpcode()) {
  case UO_AddrOf:
    return Of->isGLValue() ? object(Of).Address : notUnderstood();
  case UO_Deref:
    object(E);
    return {};
  case UO_Plus:
  case UO_Extension:
    return eval(Of);
  case UO_Minus:
    return compute(BO_Sub, ThreadValue::number(0), eval(Of), E->getType(),
                   E->getType());
  case UO_Not: {
    const ThreadValue V = eval(Of);
    return V.isNumber() ? fit(ThreadValue::number(~V.N), E->getType())
                        : ThreadValue();
  }
  case UO_LNot: {
    const ThreadValue V = eval(Of);
    return V.isNumber() ? ThreadValue::number(V.N == 0) : ThreadValue();
  }
  default:
    return notUnderstood();
  }
}

/// The object, and the expression's value.
std::pair<ThreadRun::Object, ThreadValue>
ThreadRun::step(const UnaryOperator *E) {
  const Object To = object(E->getSubExpr());
  const ThreadValue Old = read(To, E);
  const QualType T = E->getType();
  const ThreadValue By = ThreadValue::number(E->isIncrementOp() ? 1 : -1);
  const ThreadValue New = T->isPointerType()
                              ? move(Old, By, sizeOf(T->getPointeeType()))
                              : compute(BO_Add, Old, By, T, T);
  write(To, New, E);
  return {To, E->isPostfix() ? Old : New};
}

ThreadValue ThreadRun::move(ThreadValue Address, ThreadValue By, int64_t Size) {
  if (Address.Kind != ThreadValue::Address)
    return {};
  int64_t Bytes;
  if (!By.isNumber() || Address.IsFar || Size == 0 ||
      llvm::MulOverflow(By.N, Size, Bytes) ||
      llvm::AddOverflow(Address.N, Bytes, Bytes))
    return ThreadValue::somewhereIn(Address.Root);
  return ThreadValue::at(Address.Root, Bytes);
}

ThreadValue ThreadRun::VisitBinaryOperator(const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return assign(E).second;
  if (E->isLogicalOp())
    return logical(E);
  if (E->getOpcode() == BO_Comma) {
    discard(E->getLHS());
    return E->getRHS()->isGLValue() ? ThreadValue() : eval(E->getRHS());
  }
  if (E->isPtrMemOp() || E->getOpcode() == BO_Cmp)
    return notUnderstood();
  const ThreadValue L = eval(E->getLHS()), R = eval(E->getRHS());
  const QualType T = E->getType();
  if (T->isPointerType()) {
    const bool IsLeft = E->getLHS()->getType()->isPointerType();
    ThreadValue By = IsLeft ? R : L;
    if (E->getOpcode() == BO_Sub && By.isNumber())
      By.N = -By.N;
    return move(IsLeft ? L : R, By, sizeOf(T->getPointeeType()));
  }
  return compute(E->getOpcode(), L, R, E->getLHS()->getType(), T);
}

/// \p Op on values of the type \p Of, which gives one of \p To.
ThreadValue ThreadRun::compute(BinaryOperatorKind Op, ThreadValue L,
                               ThreadValue R, QualType Of, QualType To) {
  if (!Of->isIntegralOrEnumerationType())
    return {};
  // Addresses in shared memory as numbers.
  if (L.Kind == ThreadValue::Address && Op == BO_Add)
    return move(L, R, 1);
  if (R.Kind == ThreadValue::Address && Op == BO_Add)
    return move(R, L, 1);
  if (!L.isNumber() || !R.isNumber())
    return {};
  const bool IsSigned = Of->isSignedIntegerOrEnumerationType();
  auto Wide = [&](int64_t N) {
    return IsSigned ? __int128(N) : __int128(uint64_t(N));
  };
  const __int128 A = Wide(L.N), B = Wide(R.N);
  const unsigned Width = Code.Context.getIntWidth(Of);
  __int128 Result = 0;
  switch (Op) {
  case BO_Add:
    Result = A + B;
    break;
  case BO_Sub:
    Result = A - B;
    break;
  case BO_Mul:
    Result = A * B;
    break;
  case BO_Div:
  case BO_Rem:
    if (B == 0)
      return {};
    Result = Op == BO_Div ? A / B : A % B;
    break;
  case BO_Shl:
  case BO_Shr:
    if (R.N < 0 || R.N >= int64_t(Width))
      return {};
    Result = Op == BO_Shl ? A * (__int128(1) << R.N) : A >> R.N;
    break;
  case BO_And:
    Result = A & B;
    break;
  case BO_Or:
    Result = A | B;
    break;
  case BO_Xor:
    Result = A ^ B;
    break;
  case BO_LT:
    return ThreadValue::number(A < B);
  case BO_GT:
    return ThreadValue::number(A > B);
  case BO_LE:
    return ThreadValue::number(A <= B);
  case BO_GE:
    return ThreadValue::number(A >= B);
  case BO_EQ:
    return ThreadValue::number(A == B);
  case BO_NE:
    return ThreadValue::number(A != B);
  default:
    return {};
  }
  const __int128 Half = __int128(1) << (Width - 1);
  if (IsSigned && (Result < -Half || Result >= Half))
    return {}; // overflow
  return fit(ThreadValue::number(int64_t(uint64_t(Result))), To);
}

std::pair<ThreadRun::Object, ThreadValue>
ThreadRun::assign(const BinaryOperator *E) {
  const QualType T = E->getType();
  ThreadValue V = eval(E->getRHS());
  const Object To = object(E->getLHS());
  if (const auto *C = dyn_cast<CompoundAssignOperator>(E)) {
    const ThreadValue Old = read(To, E->getLHS());
    const auto Op = BinaryOperator::getOpForCompoundAssignment(C->getOpcode());
    if (T->isPointerType()) {
      if (Op == BO_Sub && V.isNumber())
        V.N = -V.N;
      V = move(Old, V, sizeOf(T->getPointeeType()));
    } else {
      const QualType In = C->getComputationLHSType();
      V = compute(Op, fit(Old, In), V, In, C->getComputationResultType());
    }
  }
  V = fit(V, T);
  write(To, V, E);
  return {To, V};
}

ThreadValue ThreadRun::logical(const BinaryOperator *E) {
  const ThreadValue L = eval(E->getLHS());
  const bool IsAnd = E->getOpcode() == BO_LAnd;
  if (L.isNumber() && (L.N != 0) != IsAnd)
    return ThreadValue::number(!IsAnd);
  const ThreadValue R =
      L.isNumber() ? eval(E->getRHS()) : perhaps(E->getRHS(), &ThreadRun::eval);
  return L.isNumber() && R.isNumber() ? ThreadValue::number(R.N != 0)
                                      : ThreadValue();
}

/// An address that is one of two.
ThreadValue ThreadRun::oneOf(const ThreadValue &One, const ThreadValue &Two) {
  if (One == Two)
    return One;
  return One.Kind == ThreadValue::Address && Two.Kind == One.Kind
             ? ThreadValue::somewhereIn(One.Root == Two.Root ? One.Root
                                                             : nullptr)
             : ThreadValue();
}

ThreadValue ThreadRun::VisitConditionalOperator(const ConditionalOperator *E) {
  if (E->isGLValue())
    return (object(E), ThreadValue());
  const ThreadValue C = eval(E->getCond());
  if (C.isNumber())
    return eval(C.N ? E->getTrueExpr() : E->getFalseExpr());
  const ThreadValue One = perhaps(E->getTrueExpr(), &ThreadRun::eval);
  return oneOf(One, perhaps(E->getFalseExpr(), &ThreadRun::eval));
}

} // namespace pipeline_rewrite
