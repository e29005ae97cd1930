//===- Effects.cpp - What a statement reads, writes and waits for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Effects.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
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
         !UnknownAsm && !Asm && !Volatile && !WarpSync &&
         llvm::none_of(Accesses,
                       [](const Access &A) { return A.Write || A.Atomic; });
}

Effects EffectsCollector::collect(const Stmt *S) {
  Effects E;
  Out = &E;
  walk(S);
  Out = nullptr;
  return E;
}

void EffectsCollector::record(const Roots &R, unsigned Mode, const Expr *At) {
  if (CallSite)
    At = CallSite;
  if (R.Unknown)
    Out->Accesses.push_back({Space::Unknown, nullptr, bool(Mode & Read),
                             bool(Mode & Write), bool(Mode & Atomic), At});
  for (const VarDecl *V : R.Vars) {
    // A named constant is a value, not memory; a local one still needs its
    // declaration.
    if (!R.Held && V->isUsableInConstantExpressions(Context)) {
      if (V->isLocalVarDecl())
        Out->Reads.insert(V);
      continue;
    }
    Space Where = Origin.spaceOf(V, R.Held);
    if (Where == Space::Private) {
      if (Mode & Read)
        Out->Reads.insert(V);
      if (Mode & Write)
        Out->Writes.insert(V);
      continue;
    }
    Out->Accesses.push_back({Where, V, bool(Mode & Read), bool(Mode & Write),
                             bool(Mode & Atomic), At});
  }
}

/// Reads that the computation of an lvalue's address makes: pointers and
/// indices.
void EffectsCollector::walkAddress(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
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
  if (LValue->getType().isVolatileQualified() && !Out->Volatile)
    Out->Volatile = LValue;
  // A pointer variable is itself private, whatever it points to.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(LValue->IgnoreParens()))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->getType()->isPointerType() && !V->hasGlobalStorage()) {
      if (Mode & Read)
        Out->Reads.insert(V);
      if (Mode & Write)
        Out->Writes.insert(V);
      return;
    }
  record(Origin.ofLValue(LValue), Mode, LValue);
  walkAddress(LValue);
}

void EffectsCollector::touchPointee(const Expr *Pointer, unsigned Mode) {
  QualType T = Pointer->getType()->getPointeeType();
  if (!T.isNull() && T.isVolatileQualified() && !Out->Volatile)
    Out->Volatile = Pointer;
  record(Origin.ofPointer(Pointer), Mode, Pointer);
}

void EffectsCollector::walk(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return walkExpr(E);
  if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    return walkAsm(A);
  if (isa<MSAsmStmt, CXXTryStmt>(S)) {
    Out->UnknownAsm = S;
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || V->hasAttr<CUDASharedAttr>())
        continue;
      // A declaration without a value is wanted wherever the variable is.
      Out->Writes.insert(V);
      if (V->needsDestruction(Context) == QualType::DK_cxx_destructor &&
          !Out->UnknownCall)
        Out->UnknownCall = S; // what runs at the end of the block is not seen
      if (!V->getInit())
        continue;
      if (V->getType()->isReferenceType()) {
        walkAddress(stripBraces(V->getInit()));
        continue;
      }
      if (V->getType().isVolatileQualified() && !Out->Volatile)
        Out->Volatile = S;
      walkExpr(V->getInit());
    }
    return;
  }
  for (const Stmt *Child : S->children())
    walk(Child);
}

void EffectsCollector::walkExpr(const Expr *E) {
  if (!E)
    return;
  E = E->IgnoreParens();
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, LambdaExpr>(E)) {
    if (const auto *L = dyn_cast<LambdaExpr>(E))
      for (const Expr *Init : L->capture_inits())
        walkExpr(Init);
    return;
  }
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E)) // threadIdx.x and friends
    return void(P);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      return touch(C->getSubExpr(), Read);
    if (C->isGLValue() && !C->getType()->isFunctionType())
      return touch(C, Read); // a class object read in place, as another type
    if (C->getSubExpr()->isGLValue())
      return walkAddress(C->getSubExpr());
    return walkExpr(C->getSubExpr());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    touch(B->getLHS(), B->isCompoundAssignmentOp() ? Read | Write : Write);
    return walkExpr(B->getRHS());
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
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, StmtExpr>(E)) {
    Out->UnknownCall = E;
    return;
  }
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
  if (D->isTrivial() || classifyCallee(D) == CallKind::ArgumentsOnly)
    return;
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
  if (!Out->UnknownCall)
    Out->UnknownCall = C;
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
    if (cast<CXXMethodDecl>(Callee)->getParent()->isLambda())
      touch(Call->getArg(0), Read);
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
  auto Mark = [&](const Stmt *&Slot) {
    if (!Slot)
      Slot = CallSite ? CallSite : Call;
  };
  if (isBlockBarrier(Call))
    return Mark(Out->Barrier);
  switch (classifyCallee(F)) {
  case CallKind::BlockBarrier:
    return Mark(Out->Barrier);
  case CallKind::OtherBarrier:
    Mark(Out->OtherBarrier);
    return walkArguments(Call, F, None);
  case CallKind::WarpSync:
    Mark(Out->WarpSync);
    return walkArguments(Call, F, None);
  case CallKind::Fence:
    return Mark(Out->Fence);
  case CallKind::Async:
    Mark(Out->Async);
    return walkArguments(Call, F, None);
  case CallKind::Atomic:
    return walkArguments(Call, F, Atomic);
  case CallKind::ArgumentsOnly:
    return walkArguments(Call, F, None);
  case CallKind::HasBody:
    if (walkBody(Call))
      return;
    if (isa<CXXMethodDecl>(F)) { // which may be virtual
      Mark(Out->UnknownCall);
      return walkArguments(Call, F, None);
    }
    Mark(Out->UnknownCall);
    return;
  case CallKind::Unknown:
    Mark(Out->UnknownCall);
    if (F)
      walkArguments(Call, F, None);
    return;
  }
}

void EffectsCollector::walkAsm(const GCCAsmStmt *A) {
  const Stmt *At = CallSite ? static_cast<const Stmt *>(CallSite) : A;
  switch (classifyAsm(A->getAsmString())) {
  case AsmKind::BlockBarrier:
    Out->Barrier = At;
    return;
  case AsmKind::Async:
    Out->Async = At;
    return;
  case AsmKind::Unknown:
    Out->UnknownAsm = At;
    break;
  case AsmKind::Arithmetic:
    Out->Asm = At;
    break;
  }
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
