//===- Objects.cpp - Variables and memory of one thread -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Threads/ThreadRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace pipeline_rewrite {

void ThreadRun::discard(const Expr *E) {
  if (E->isGLValue())
    object(E);
  else
    eval(E);
}

ThreadValue ThreadRun::loaded(const Expr *E) {
  return E->isGLValue() ? read(object(E), E) : eval(E);
}

ThreadRun::Object ThreadRun::bound(const Expr *E) {
  if (E->isGLValue())
    return object(E);
  eval(E);
  return temporary();
}

ThreadRun::Object ThreadRun::object(const Expr *E) {
  if (Failed || Code.Budget == 0)
    return {nullptr, notUnderstood()};
  --Code.Budget;
  At = E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? objectOf(V, E) : Object{nullptr, notUnderstood()};
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return element(A);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return member(M);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return {nullptr, eval(U->getSubExpr())};
    return U->isIncrementDecrementOp() ? step(U).first
                                       : Object{nullptr, notUnderstood()};
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return converted(C);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return assign(B).first;
  if (const auto *Whole = dyn_cast<FullExpr>(E))
    return object(Whole->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return chosen(C);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return {nullptr, eval(Call)};
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
    eval(Temporary->getSubExpr());
    return temporary();
  }
  if (isa<StringLiteral>(E))
    return temporary();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return object(S->getReplacement());
  return {nullptr, notUnderstood()};
}

ThreadRun::Object ThreadRun::chosen(const ConditionalOperator *E) {
  const ThreadValue C = eval(E->getCond());
  if (C.isNumber())
    return object(C.N ? E->getTrueExpr() : E->getFalseExpr());
  const Object One = perhaps(E->getTrueExpr(), &ThreadRun::object);
  const Object Two = perhaps(E->getFalseExpr(), &ThreadRun::object);
  // Which of two variables is changed is not known.
  if (One.Variable || Two.Variable)
    return {nullptr, notUnderstood()};
  return {nullptr, oneOf(One.Address, Two.Address)};
}

/// A glvalue by another type.
ThreadRun::Object ThreadRun::converted(const CastExpr *E) {
  if (!E->getSubExpr()->isGLValue())
    return {nullptr, notUnderstood()};
  const Object Of = object(E->getSubExpr());
  switch (E->getCastKind()) {
  case CK_NoOp:
  case CK_LValueBitCast:
    return Of;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return {nullptr, Of.Address.Kind == ThreadValue::Address
                         ? ThreadValue::somewhereIn(Of.Address.Root)
                         : ThreadValue()};
  default:
    return {nullptr, notUnderstood()};
  }
}

ThreadRun::Object ThreadRun::objectOf(const VarDecl *V, const Expr *At) {
  if (V->getType()->isReferenceType()) {
    auto Bound = References.find(V);
    if (Bound != References.end())
      return Bound->second;
    if (!Code.isSteady(V))
      return {nullptr, ThreadValue::somewhereIn(Code.RootOf(At))};
    const bool Was = std::exchange(IsBefore, true);
    const Object Of = object(V->getInit());
    IsBefore = Was;
    return References[V] = Of;
  }
  const QualType T = V->getType().getCanonicalType();
  const bool IsPrivate = V->hasLocalStorage() || isa<ParmVarDecl>(V);
  if (IsPrivate && T->isScalarType() && !Code.isHidden(V))
    return {V, ThreadValue::at(V)};
  return {nullptr, ThreadValue::at(V)};
}

ThreadRun::Object ThreadRun::element(const ArraySubscriptExpr *E) {
  const ThreadValue Base = eval(E->getBase()), Index = eval(E->getIdx());
  return {nullptr, Base.Kind == ThreadValue::Address
                       ? move(Base, Index, sizeOf(E->getType()))
                       : ThreadValue()};
}

ThreadRun::Object ThreadRun::member(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field) {
    const auto *V = dyn_cast<VarDecl>(E->getMemberDecl());
    return V ? objectOf(V, E) : Object{nullptr, notUnderstood()};
  }
  const Expr *Of = E->getBase();
  const ThreadValue Base = Of->isGLValue() ? object(Of).Address
                           : Of->isPRValue() && E->isArrow()
                               ? eval(Of)
                               : (eval(Of), ThreadValue());
  if (Field->getType()->isReferenceType() || Field->getParent()->isUnion() ||
      Base.Kind != ThreadValue::Address)
    return {nullptr, Base.Kind == ThreadValue::Address &&
                             !Field->getType()->isReferenceType()
                         ? Base
                         : ThreadValue()};
  const ASTRecordLayout &Layout =
      Code.Context.getASTRecordLayout(Field->getParent());
  const uint64_t Bits = Layout.getFieldOffset(Field->getFieldIndex());
  return {nullptr, move(Base, ThreadValue::number(int64_t(Bits / 8)), 1)};
}

ThreadValue ThreadRun::read(const Object &From, const Expr *At) {
  if (From.Variable)
    return valueOf(From.Variable, At);
  if (From.IsTemporary)
    return {};
  const auto *V = From.Address.Root;
  if (V && !From.Address.IsFar && From.Address.N == 0)
    if (auto N = Code.constant(V))
      return ThreadValue::number(*N);
  const QualType T = At->getType();
  touch(From.Address, sizeOf(T), /*IsWrite=*/false, At);
  // A pointer that is kept in memory.
  return T->isPointerType() ? ThreadValue::somewhereIn(Code.RootOf(At))
                            : ThreadValue();
}

void ThreadRun::write(const Object &To, ThreadValue V, const Expr *At) {
  if (IsBefore || To.IsTemporary)
    return;
  if (!To.Variable)
    return touch(To.Address, sizeOf(At->getType()), /*IsWrite=*/true, At);
  Known[To.Variable] = V;
}

void ThreadRun::touch(const ThreadValue &Address, int64_t Bytes, bool IsWrite,
                      const Expr *At) {
  if (IsBefore || Failed)
    return;
  Touch T;
  const bool IsSeen = Address.Kind == ThreadValue::Address;
  T.Root = IsSeen ? Address.Root : nullptr;
  T.IsFar = !IsSeen || Address.IsFar || Bytes == 0;
  T.Begin = Address.N;
  T.Bytes = Bytes;
  T.IsWrite = IsWrite;
  // A bit-field leaves the other bits of its bytes as they were.
  T.IsCertain =
      Doubt == 0 && !MayHaveReturned && !T.IsFar && !At->refersToBitField();
  T.Phase = Phase;
  T.Round = Round;
  T.At = At;
  Out(T);
}

ThreadValue ThreadRun::valueOf(const VarDecl *V, const Expr *At) {
  Values &Of = IsBefore ? Before : Known;
  auto Found = Of.find(V);
  if (Found != Of.end())
    return Found->second;
  const ThreadValue First = firstValueOf(V, At);
  if (Code.isSteady(V))
    Of[V] = First;
  return First;
}

/// From before the code that is run.
ThreadValue ThreadRun::firstValueOf(const VarDecl *V, const Expr *At) {
  if (auto N = Code.constant(V))
    return ThreadValue::number(*N);
  if (Code.isSteady(V)) {
    const bool Was = std::exchange(IsBefore, true);
    const ThreadValue First = fit(eval(V->getInit()), V->getType());
    IsBefore = Was;
    return First;
  }
  if (V->getType()->isPointerType())
    return ThreadValue::somewhereIn(Code.RootOf(At));
  return {};
}

} // namespace pipeline_rewrite
