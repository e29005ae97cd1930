//===- Effects.cpp - What a statement reads, writes and waits for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Effects.h"
#include "Analyse/Destructors.h"
#include "Ast/Constructs.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool Effects::writes(Space S) const {
  return llvm::any_of(Accesses,
                      [&](const Access &A) { return A.Where == S && A.Write; });
}

bool Effects::reads(Space S) const {
  return llvm::any_of(Accesses,
                      [&](const Access &A) { return A.Where == S && A.Read; });
}

const Access *Effects::findAccess(const VarDecl *Root, bool Write) const {
  for (const Access &A : Accesses)
    if (A.Root == Root && (Write ? A.Write : A.Read))
      return &A;
  return nullptr;
}

bool Effects::isPure() const {
  return !Barrier && !OtherBarrier && !Fence && !Async && !UnknownCall &&
         !UnknownAsm && !Asm && !Volatile && !WarpSync && !UnknownConstruct &&
         !Moment && llvm::none_of(Accesses, [](const Access &A) {
           return A.Write || A.Atomic;
         });
}

Effects EffectsCollector::collect(const Stmt *S) {
  Effects E;
  Out = &E;
  walk(S);
  Out = nullptr;
  return E;
}

/// Keeps the first place; of what a callee does, that is the call.
void EffectsCollector::mark(const Stmt *&Slot, const Stmt *S) {
  if (!Slot)
    Slot = CallSite ? CallSite : S;
}

void EffectsCollector::markUnknown(const Stmt *&Slot, const Stmt *S) {
  mark(Slot, S);
  Out->Anything.push_back(CallSite ? CallSite : S);
}

void EffectsCollector::record(const Roots &R, unsigned Mode, const Expr *At) {
  if (CallSite)
    At = CallSite;
  auto Add = [&](Space Where, const VarDecl *V) {
    Out->Accesses.push_back({Where, V, bool(Mode & Read), bool(Mode & Write),
                             bool(Mode & Atomic), At, R.Held});
  };
  auto Private = [&](const VarDecl *V) {
    if (Mode & Read)
      Out->Reads.insert(V);
    if (Mode & Write)
      Out->Writes.insert(V);
  };
  if (R.Unknown)
    Add(Space::Unknown, nullptr);
  llvm::for_each(R.Pointers, Private);
  for (const VarDecl *V : R.Vars) {
    // A named constant is a value, not memory; a local one still needs its
    // declaration.
    if (!R.Held && V->isUsableInConstantExpressions(Context)) {
      if (V->isLocalVarDecl())
        Out->Reads.insert(V);
      continue;
    }
    Space Where = Origin.spaceOf(V, R.Held);
    Where == Space::Private ? Private(V) : Add(Where, V);
  }
}

/// Reads that the computation of an lvalue's address makes: pointers and
/// indices.
void EffectsCollector::walkAddress(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *B = dyn_cast<BindingDecl>(Ref->getDecl());
    if (B && B->getBinding())
      return walkAddress(B->getBinding());
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V->getType()->isReferenceType() && V->isLocalVarDecl())
      Out->Reads.insert(V);
    return;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? walkExpr(M->getBase()) : walkAddress(M->getBase());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    walkExpr(A->getBase());
    return walkExpr(A->getIdx());
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return walkExpr(U->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && C->getSubExpr()->isGLValue() && C->isGLValue())
    return walkAddress(C->getSubExpr());
  walkExpr(E);
}

void EffectsCollector::touch(const Expr *LValue, unsigned Mode) {
  if (LValue->getType().isVolatileQualified())
    mark(Out->Volatile, LValue);
  if (mutated(Mutation::BindingsForgotten))
    if (const auto *Ref = dyn_cast<DeclRefExpr>(LValue->IgnoreParens());
        Ref && isa<BindingDecl>(Ref->getDecl()))
      return;
  record(Origin.ofLValue(LValue), Mode, LValue);
  walkAddress(LValue);
}

void EffectsCollector::touchPointee(const Expr *Pointer, unsigned Mode) {
  QualType T = Pointer->getType()->getPointeeType();
  if (!T.isNull() && T.isVolatileQualified())
    mark(Out->Volatile, Pointer);
  record(Origin.ofPointer(Pointer), Mode, Pointer);
}

void EffectsCollector::walk(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return walkExpr(E);
  if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    return walkAsm(A);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return walkDeclared(D);
  if (classify(S) == Construct::Unknown)
    return markUnknown(Out->UnknownConstruct, S);
  for (const Stmt *Child : S->children())
    walk(Child);
}

void EffectsCollector::walkDeclared(const DeclStmt *D) {
  for (const Decl *Each : D->decls()) {
    if (classify(Each) == Construct::Unknown)
      markUnknown(Out->UnknownConstruct, D);
    const auto *V = dyn_cast<VarDecl>(Each);
    if (!V)
      continue;
    walkDecl(V, D);
    if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Parts->bindings())
        if (const VarDecl *Holder = B->getHoldingVar())
          walkDecl(Holder, D);
  }
}

void EffectsCollector::walkDecl(const VarDecl *V, const Stmt *S) {
  if (V->hasAttr<CUDASharedAttr>())
    return;
  // A declaration without a value is wanted wherever the variable is.
  Out->Writes.insert(V);
  if (!V->getType()->isReferenceType() && !isDestroyedQuietly(V->getType()) &&
      !mutated(Mutation::DestroyedQuietly))
    markUnknown(Out->UnknownCall, S); // it runs at the end of the block
  if (!V->getInit())
    return;
  if (V->getType()->isReferenceType())
    return walkAddress(stripBraces(V->getInit()));
  if (V->getType().isVolatileQualified())
    mark(Out->Volatile, S);
  walkExpr(V->getInit());
}

/// `threadIdx.x` and its like are properties of the compiler's own objects.
static bool isBuiltinProperty(const PseudoObjectExpr *P) {
  const auto *M =
      dyn_cast<MSPropertyRefExpr>(P->getSyntacticForm()->IgnoreParenImpCasts());
  const CXXRecordDecl *R =
      M ? M->getBaseExpr()->getType()->getAsCXXRecordDecl() : nullptr;
  return R && R->getName().starts_with("__cuda_builtin_");
}

/// Expressions that have a rule of their own and no order to keep; false if
/// \p E is none of them.
bool EffectsCollector::walkOwn(const Expr *E) {
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E)) {
    if (!mutated(Mutation::DefaultsForgotten))
      walkExpr(D->getExpr());
  } else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E)) {
    if (!mutated(Mutation::DefaultsForgotten))
      walkExpr(D->getExpr());
  } else if (const auto *L = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : L->capture_inits())
      walkExpr(Init);
  } else if (const auto *P = dyn_cast<PseudoObjectExpr>(E)) {
    if (!isBuiltinProperty(P))
      markUnknown(Out->UnknownConstruct, E);
  } else if (const auto *A = dyn_cast<AtomicExpr>(E)) {
    walkAtomic(A);
  } else if (const auto *A = dyn_cast<ArrayInitLoopExpr>(E)) {
    walkExpr(A->getCommonExpr()->getSourceExpr());
    walkExpr(A->getSubExpr());
  } else if (const auto *G = dyn_cast<GenericSelectionExpr>(E)) {
    walkExpr(G->getResultExpr());
  } else if (const auto *C = dyn_cast<ChooseExpr>(E)) {
    walkExpr(C->getChosenSubExpr());
  } else if (const auto *P = dyn_cast<PackIndexingExpr>(E)) {
    walkExpr(P->getSelectedExpr());
  } else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E)) {
    walkExpr(B->getSubExpr());
    if (!isDestroyedQuietly(B->getType()))
      markUnknown(Out->UnknownCall, E);
  } else {
    return false;
  }
  return true;
}

void EffectsCollector::walkAtomic(const AtomicExpr *A) {
  touchPointee(A->getPtr(), Read | Write | Atomic);
  for (const Stmt *Child : A->children())
    walk(Child);
  if (acquires(A, Context) && !mutated(Mutation::AllowAcquire))
    mark(Out->Fence, A);
}

void EffectsCollector::walkExpr(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  switch (classify(E)) {
  case Construct::Value:
    return;
  case Construct::Unknown:
    return markUnknown(Out->UnknownConstruct, E);
  case Construct::Parts:
  case Construct::Own:
    break;
  }
  if (walkOwn(E))
    return;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue ||
        C->getCastKind() == CK_LValueToRValueBitCast)
      return touch(C->getSubExpr(), Read);
    if (C->isGLValue() && !C->getType()->isFunctionType())
      return touch(C, Read); // a class object read in place, as another type
    if (C->getSubExpr()->isGLValue())
      return walkAddress(C->getSubExpr());
    return walkExpr(C->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isPtrMemOp())
      return markUnknown(Out->UnknownConstruct, E);
    if (B->isAssignmentOp()) {
      touch(B->getLHS(), B->isCompoundAssignmentOp() ? Read | Write : Write);
      return walkExpr(B->getRHS());
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      return touch(U->getSubExpr(), Read | Write);
    if (U->getOpcode() == UO_AddrOf)
      return walkAddress(U->getSubExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return walkCall(Call);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return walkConstruct(C);
  // A class object read in place, without a conversion around it.
  if (E->isGLValue() && isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr>(E))
    return touch(E, Read);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return touch(E, Read);
  for (const Stmt *Child : E->children())
    walk(Child);
}

void EffectsCollector::walkConstruct(const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  if (D->isCopyOrMoveConstructor() && C->getNumArgs() >= 1 &&
      C->getArg(0)->isGLValue())
    touch(C->getArg(0), Read);
  for (const Expr *Arg : C->arguments())
    walkExpr(Arg);
  if (D->isTrivial())
    return;
  if (classifyCallee(D) == CallKind::ArgumentsOnly)
    return walkGiven(C);
  const FunctionDecl *Definition = nullptr;
  if (D->hasBody(Definition) && Depth < 8) {
    ++Depth;
    Origin.addSources(Definition);
    Provenance::Bindings Outside =
        Origin.bind(Origin.bindingsOf(C, Definition));
    for (const CXXCtorInitializer *I :
         cast<CXXConstructorDecl>(Definition)->inits())
      walk(I->getInit());
    walk(Definition->getBody());
    Origin.bind(std::move(Outside));
    --Depth;
    return;
  }
  markUnknown(Out->UnknownCall, C);
  walkGiven(C);
}

/// What a constructor may do to its arguments, going by their types alone.
void EffectsCollector::walkGiven(const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  for (unsigned I = 0; I < C->getNumArgs() && I < D->getNumParams(); ++I) {
    QualType P = D->getParamDecl(I)->getType(), To = P->getPointeeType();
    if (To.isNull() || To->isFunctionType())
      continue;
    const unsigned Mode = To.isConstQualified() ? Read : Read | Write;
    if (P->isLValueReferenceType())
      touch(C->getArg(I), Mode);
    else if (P->isPointerType())
      touchPointee(C->getArg(I), Mode);
  }
}

/// Applies what a function may do to its arguments, going by their types alone.
void EffectsCollector::walkArguments(const CallExpr *Call,
                                     const FunctionDecl *F, unsigned Extra) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  bool MemberOperator =
      Operator && isa<CXXMethodDecl>(F) && !cast<CXXMethodDecl>(F)->isStatic();
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Arg = Call->getArg(I);
    unsigned Index = MemberOperator ? I - 1 : I;
    if (MemberOperator && I == 0) {
      bool IsAssign = Operator->getOperator() == OO_Equal;
      bool Const = cast<CXXMethodDecl>(F)->isConst();
      touch(Arg, Const ? Read : IsAssign ? Write : Read | Write);
      continue;
    }
    QualType P = Index < F->getNumParams() ? F->getParamDecl(Index)->getType()
                                           : Arg->getType();
    if (P->isReferenceType()) {
      bool Const =
          P->getPointeeType().isConstQualified() || P->isRValueReferenceType();
      touch(Arg, (Const ? Read : Read | Write) | Extra);
    } else if (P->isPointerType()) {
      bool Const = P->getPointeeType().isConstQualified();
      touchPointee(Arg, (Const ? Read : Read | Write) | Extra);
      walkExpr(Arg);
    } else {
      walkExpr(Arg);
    }
  }
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXMethodDecl *D = M->getMethodDecl();
    const Expr *Object = M->getImplicitObjectArgument();
    unsigned Mode = (D && D->isConst() ? Read : Read | Write) | Extra;
    if (Object->getType()->isPointerType())
      touchPointee(Object, Mode);
    else
      touch(Object, Mode);
  }
}

llvm::SmallVector<const Expr *, 2> templateArguments(const CallExpr *Call) {
  llvm::ArrayRef<TemplateArgumentLoc> Arguments;
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    Arguments = Ref->template_arguments();
  else if (const auto *M = dyn_cast<MemberExpr>(Callee))
    Arguments = M->template_arguments();
  llvm::SmallVector<const Expr *, 2> Out;
  for (const TemplateArgumentLoc &Each : Arguments)
    if (Each.getArgument().getKind() == TemplateArgument::Expression)
      Out.push_back(Each.getSourceExpression());
  return Out;
}

Provenance::Bindings EffectsCollector::enter(const CallExpr *Call) {
  const FunctionDecl *Callee = findBodyOf(Call);
  if (!Callee) // nothing is bound anew
    return Origin.bind(Origin.unchanged());
  Origin.addSources(Callee);
  return Origin.bind(Origin.bindingsOf(Call, Callee));
}

/// A callee's own variables mean nothing to its caller.
void EffectsCollector::forgetLocals(const FunctionDecl *Callee) {
  auto IsLocal = [&](const VarDecl *V) {
    return V->getParentFunctionOrMethod() == Callee;
  };
  Out->Reads.remove_if(IsLocal);
  Out->Writes.remove_if(IsLocal);
}

/// What a call evaluates before its callee runs.
void EffectsCollector::walkPassed(const CallExpr *Call,
                                  const FunctionDecl *Callee) {
  auto Object = [&](const Expr *E) {
    E->getType()->isPointerType() ? walkExpr(E) : walkAddress(E);
  };
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    Object(M->getImplicitObjectArgument());
  const unsigned Offset = firstArgument(Call, Callee);
  if (Offset) { // a lambda must have been made
    Object(Call->getArg(0));
    const auto *M = cast<CXXMethodDecl>(Callee);
    if (M->getParent()->isLambda())
      touch(Call->getArg(0),
            M->isConst() || mutated(Mutation::LambdaStateForgotten)
                ? Read
                : Read | Write);
  }
  for (unsigned I = 0;
       I + Offset < Call->getNumArgs() && I < Callee->getNumParams(); ++I) {
    const Expr *Arg = Call->getArg(I + Offset);
    Callee->getParamDecl(I)->getType()->isReferenceType() ? walkAddress(Arg)
                                                          : walkExpr(Arg);
  }
}

/// Looks into a callee's body; false if that is not possible.
bool EffectsCollector::walkBody(const CallExpr *Call) {
  const FunctionDecl *D = findBodyOf(Call);
  if (Depth >= 8 || !D)
    return false;
  for (const Expr *Each : templateArguments(Call)) // `load<STEP>(…)`
    walkExpr(Each);
  walkPassed(Call, D);
  Origin.addSources(D);
  Provenance::Bindings Outside = Origin.bind(Origin.bindingsOf(Call, D));
  ++Depth;
  bool Outermost = !CallSite;
  if (Outermost)
    CallSite = Call;
  walk(D->getBody());
  forgetLocals(D);
  if (Outermost)
    CallSite = nullptr;
  --Depth;
  Origin.bind(std::move(Outside));
  return true;
}

void EffectsCollector::walkCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (isBlockBarrier(Call))
    return mark(Out->Barrier, Call);
  switch (classifyCallee(F)) {
  case CallKind::BlockBarrier:
    return mark(Out->Barrier, Call);
  case CallKind::OtherBarrier:
    mark(Out->OtherBarrier, Call);
    return walkArguments(Call, F, None);
  case CallKind::WarpSync:
    mark(Out->WarpSync, Call);
    return walkArguments(Call, F, None);
  case CallKind::Fence:
    return mark(Out->Fence, Call);
  case CallKind::Async:
    mark(Out->Async, Call);
    return walkArguments(Call, F, None);
  case CallKind::Atomic:
    if (acquires(Call) && !mutated(Mutation::AllowAcquire))
      mark(Out->Fence, Call);
    return walkArguments(Call, F, Atomic);
  case CallKind::Moment:
    mark(Out->Moment, Call);
    return walkArguments(Call, F, None);
  case CallKind::ArgumentsOnly:
    return walkArguments(Call, F, None);
  case CallKind::HasBody:
    if (walkBody(Call))
      return;
    break;
  case CallKind::Unknown:
    break;
  }
  markUnknown(Out->UnknownCall, Call);
  if (F)
    walkArguments(Call, F, None);
  else
    for (const Stmt *Child : Call->children())
      walk(Child);
}

/// Reads and changes that the operands do not show.
void EffectsCollector::recordAsm(const GCCAsmStmt *A, const AsmEffects &What) {
  if (What.ReadsClock)
    mark(Out->Moment, A);
  if (What.ReadsDynamicSize)
    mark(Out->DynamicSize, A);
  if (!What.ReadsShared || mutated(Mutation::AllowAsmRead))
    return;
  if (A->getNumInputs() == 0) // the address is written out in it
    return markUnknown(Out->UnknownAsm, A);
  Out->Accesses.push_back({Space::Shared, nullptr, /*Read=*/true,
                           /*Write=*/false, /*Atomic=*/false,
                           CallSite ? CallSite : A->getInputExpr(0),
                           /*Held=*/false});
}

void EffectsCollector::walkAsm(const GCCAsmStmt *A) {
  const AsmEffects What = describeAsm(A->getAsmString());
  switch (What.Kind) {
  case AsmKind::BlockBarrier:
    return mark(Out->Barrier, A);
  case AsmKind::Async:
    return mark(Out->Async, A);
  case AsmKind::Unknown:
    markUnknown(Out->UnknownAsm, A);
    break;
  case AsmKind::Arithmetic:
    mark(Out->Asm, A);
    break;
  }
  recordAsm(A, What);
  for (unsigned I = 0; I < A->getNumOutputs(); ++I)
    touch(A->getOutputExpr(I),
          A->isOutputPlusConstraint(I) ? Read | Write : Write);
  for (unsigned I = 0; I < A->getNumInputs(); ++I) {
    const Expr *In = A->getInputExpr(I);
    walkExpr(In);
    if (In->getType()->isPointerType())
      touchPointee(In, Read);
  }
}

} // namespace pipeline_rewrite
