//===- Effects.cpp - What a statement reads, writes and waits for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Effects.h"
#include "Analyse/Memory/Destructors.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
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

void EffectsCollector::markFence(const Stmt *S) {
  mark(Out->Fence, S);
  mark(Out->WideFence, S);
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
  // What a function's reference leads to is not read by asking for it.
  if (const auto *Call = dyn_cast<CallExpr>(E))
    AskedForAddress = Call;
  walkExpr(E);
  AskedForAddress = nullptr;
}

void EffectsCollector::touch(const Expr *LValue, unsigned Mode) {
  if (LValue->getType().isVolatileQualified())
    mark(Out->Volatile, LValue);
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
  if (const auto *Return = dyn_cast<ReturnStmt>(S);
      Return && ReturnsAddress && Return->getRetValue() &&
      Return->getRetValue()->isGLValue())
    return walkAddress(Return->getRetValue());
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
  if ((!V->getType()->isReferenceType() && !isDestroyedQuietly(V->getType())) ||
      V->hasAttr<CleanupAttr>())
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

/// Nor do those of an expression's block to what is around it.
void EffectsCollector::forgetLocals(const Stmt *Block) {
  forEachBelow<DeclStmt>(Block, [&](const DeclStmt *D) {
    auto IsLocal = [&](const VarDecl *V) {
      return V->hasLocalStorage() && llvm::is_contained(D->decls(), V);
    };
    Out->Reads.remove_if(IsLocal);
    Out->Writes.remove_if(IsLocal);
  });
}

/// Expressions that have a rule of their own and no order to keep; false if
/// \p E is none of them.
bool EffectsCollector::walkOwn(const Expr *E) {
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E)) {
    walkExpr(D->getExpr());
  } else if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E)) {
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
  } else if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    walk(Block->getSubStmt());
    forgetLocals(Block->getSubStmt());
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
  if (acquires(A, Context))
    markFence(A);
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
  }
  if (const auto A = builtinAssignment(E)) {
    touch(A->Target, A->readsOld() ? Read | Write : Write);
    return walkExpr(A->Value);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    return walkAddress(U->getSubExpr());
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

} // namespace pipeline_rewrite
