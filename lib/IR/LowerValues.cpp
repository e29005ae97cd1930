//===- LowerValues.cpp - Expressions as operations ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Constructs.h"
#include "Ast/VariableUses.h"
#include "IR/Lower.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite::ir {
namespace {

/// `threadIdx.x` and the like: a property, whose object hides in its syntax.
std::optional<OpKind> builtinOf(const Stmt *S) {
  while (S && !isa<DeclRefExpr>(S))
    if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(S))
      S = Pseudo->getSyntacticForm();
    else if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
      S = Opaque->getSourceExpr();
    else if (isa<MSPropertyRefExpr, CastExpr, MemberExpr>(S) ||
             (isa<CXXMemberCallExpr>(S) && // to a dim3
              !cast<CallExpr>(S)->getNumArgs()))
      S = *S->child_begin();
    else
      return std::nullopt;
  const auto *Ref = cast_or_null<DeclRefExpr>(S);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getIdentifier() ||
      !V->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return std::nullopt;
  if (V->getName() == "threadIdx")
    return OpKind::OfThread;
  return llvm::is_contained({"blockIdx", "blockDim", "gridDim", "warpSize"},
                            V->getName())
             ? std::optional(OpKind::OfBlock)
             : std::nullopt;
}

/// The array whose address \p E is.
const Expr *decayed(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
  return Cast && Cast->getCastKind() == CK_ArrayToPointerDecay
             ? Cast->getSubExpr()
             : nullptr;
}

/// What \p E only hands on; nullptr if it does more.
const Expr *inside(const Expr *E) {
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return B->getSubExpr();
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return D->getExpr();
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E))
    return O->getSourceExpr();
  const Expr *Inner = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(Inner))
    return Full->getSubExpr();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
    return S->getReplacement();
  return Inner == E ? nullptr : Inner;
}

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ValueId Lowering::value(const Expr *E) {
  const ValueId V = newValue(E);
  K.Values[E].push_back(V);
  return V;
}

ValueId Lowering::newValue(const Expr *E) {
  if (const auto Builtin = builtinOf(E); Builtin && !isa<CastExpr>(E))
    return push(*Builtin, {}, E);
  if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
    mayEnd(Bound->getTemporary()->getDestructor(), E);
  if (const Expr *Inner = inside(E))
    return value(Inner);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return ofChoice(C);
  if (E->isGLValue() || changedBy(E))
    return read(place(E), E);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) // the same, or made of it alone
    return decayed(E) ? given(decayed(E)) : value(Cast->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf)
      return given(U->getSubExpr());
    const bool IsMade = U->isArithmeticOp() || U->getOpcode() == UO_Extension;
    return made(IsMade ? OpKind::Compute : OpKind::Unknown, U, !IsMade);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofBinary(B);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return ofLambda(Lambda);
  if (isa<CXXThisExpr>(E))
    return Frames.back().This ? *Frames.back().This
                              : push(OpKind::Unknown, {}, E);
  const Construct Is = classify(E);
  if (Is == Construct::Value || isa<DeclRefExpr>(E)) // of an enumerator
    return push(OpKind::Constant, {}, E);
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (C)
    mayEnd(C->getConstructor(), E);
  if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(E))
    mayEnd(Inherited->getConstructor(), E);
  const bool IsCopy = C && C->getConstructor()->isTrivial();
  const bool IsMade = Is == Construct::Parts || IsCopy;
  return made(IsMade ? OpKind::Compute : OpKind::Unknown, E, !IsMade);
}

ValueId Lowering::made(OpKind Kind, const Stmt *S, bool Given) {
  Operands In;
  // Members that are references are bound.
  Given |= isa<InitListExpr, CXXParenListInitExpr>(S);
  for (const Stmt *Child : S->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      In.push_back(Given ? given(E) : value(E));
    else
      statement(Child);
  return push(Kind, In, S);
}

/// The address of an lvalue, through which it may be changed; else the value.
ValueId Lowering::given(const Expr *E) {
  return E->isGLValue() && !builtinOf(E) ? address(place(E), E) : value(E);
}

ValueId Lowering::ofBinary(const BinaryOperator *B) {
  if (B->isPtrMemOp())
    return made(OpKind::Unknown, B, /*Given=*/true);
  if (B->isCommaOp()) {
    statement(B->getLHS());
    return value(B->getRHS());
  }
  if (!B->isLogicalOp())
    return made(OpKind::Compute, B, /*Given=*/false);
  const ValueId First = value(B->getLHS());
  open(Region::Branch, B, First);
  const ValueId Second = value(B->getRHS());
  close();
  return push(OpKind::Compute, {First, Second}, B);
}

ValueId Lowering::ofChoice(const AbstractConditionalOperator *C) {
  const ValueId On = value(C->getCond());
  Operands In{On};
  for (const Expr *Arm : {C->getTrueExpr(), C->getFalseExpr()}) {
    open(Region::Branch, C, On);
    In.push_back(value(Arm));
    close();
  }
  return push(OpKind::Compute, In, C);
}

/// What it changes by reference, it may change whenever it is called.
ValueId Lowering::ofLambda(const LambdaExpr *Lambda) {
  for (const LambdaCapture &C : Lambda->captures()) {
    if (!C.capturesVariable())
      continue;
    const auto *Captured = C.getCapturedVar();
    const auto *Part = dyn_cast<BindingDecl>(Captured);
    const auto *V =
        dyn_cast<VarDecl>(Part ? Part->getDecomposedDecl() : Captured);
    if (V && V->isInitCapture())
      variable(V);
    else if (V && C.getCaptureKind() == LCK_ByRef &&
             !V->getType()->isReferenceType() &&
             (Part || isChanged(Lambda->getBody(), V)))
      push(OpKind::Address, {}, Lambda, object(V));
  }
  return push(OpKind::Unknown, {}, Lambda);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Place Lowering::place(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto Done = builtinAssignment(E))
    return assign(*Done, E);
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return place(T->getSubExpr());
  if (const Expr *Inner = E->isGLValue() ? inside(E) : nullptr)
    return place(Inner);
  if (!E->isGLValue()) {
    const ValueId V = value(E);
    const unsigned New = declare(nullptr, Object::Private);
    push(OpKind::Write, {V}, E, New);
    return {New, {}, {}};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return {{}, call(Call), {}};
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (Ref || (Member && isa<VarDecl>(Member->getMemberDecl()))) {
    const VarDecl *V =
        Ref ? variableOf(Ref) : cast<VarDecl>(Member->getMemberDecl());
    if (Member)
      given(Member->getBase());
    // A function that is followed twice has two of what its closures capture.
    if (Ref && Ref->refersToEnclosingVariableOrCapture() && V &&
        V->getDeclContext() != K.Function)
      return {{}, push(OpKind::Unknown, {}, E), {}};
    if (!V)
      return {{}, push(OpKind::Constant, {}, E), {}};
    if (!V->getType()->isReferenceType())
      return {object(V), {}, {}};
    return {{}, push(OpKind::Read, {}, E, object(V)), {}};
  }
  if (Member) {
    Place Of = Member->isArrow() ? Place{{}, value(Member->getBase()), {}}
                                 : place(Member->getBase());
    if (!Member->getMemberDecl()->getType()->isReferenceType())
      return Of;
    return {{}, push(OpKind::Unknown, {address(Of, E)}, E), {}};
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return ofElement(Element);
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() != CK_Dynamic)
    return place(Cast->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref) {
    const Expr *Array = decayed(U->getSubExpr());
    return Array ? place(Array) : Place{{}, value(U->getSubExpr()), {}};
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp()) {
    statement(B->getLHS());
    return place(B->getRHS());
  }
  return {{}, made(OpKind::Unknown, E, /*Given=*/true), {}};
}

Place Lowering::ofElement(const ArraySubscriptExpr *Element) {
  const Expr *Base = Element->getBase();
  const Expr *Array = decayed(Base);
  if (!Array && Base->isPRValue())
    return {{}, made(OpKind::Compute, Element, /*Given=*/false), {}};
  Place Out = place(Array ? Array : Base);
  Out.Part.push_back(value(Element->getIdx()));
  return Out;
}

Place Lowering::assign(const Assignment &Done, const Expr *E) {
  Operands In;
  if (Done.Value)
    In.push_back(value(Done.Value));
  const Place P = place(Done.Target);
  if (Done.readsOld())
    In.push_back(read(P, Done.Target));
  const ValueId V = Done.isPlain() ? In.front() : push(OpKind::Compute, In, E);
  write(P, V, E);
  K.Values[E].push_back(V);
  return P;
}

ValueId Lowering::read(const Place &P, const Expr *E) {
  Operands In = P.Part;
  if (P.Address)
    In.insert(In.begin(), *P.Address);
  const ValueId V = P.Object ? push(OpKind::Read, In, E, *P.Object)
                             : push(OpKind::Load, In, E);
  return E->getType().isVolatileQualified() ? push(OpKind::Unknown, {V}, E) : V;
}

void Lowering::write(const Place &P, ValueId V, const Stmt *At) {
  if (!P.Object)
    return;
  Operands In{V};
  In.append(P.Part);
  push(OpKind::Write, In, At, *P.Object);
}

ValueId Lowering::address(const Place &P, const Expr *E) {
  if (P.Object)
    return push(OpKind::Address, P.Part, E, *P.Object);
  Operands In{*P.Address};
  In.append(P.Part);
  return P.Part.empty() ? *P.Address : push(OpKind::Compute, In, E);
}

} // namespace pipeline_rewrite::ir
