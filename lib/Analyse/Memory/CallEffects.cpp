//===- CallEffects.cpp - What calls, constructions and assembly do --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function whose body is seen does what its body does, on what it is given.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Effects.h"
#include "Ast/Assignments.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

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
    forgetLocals(Definition);
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
      const bool IsAssign = assignmentSides(Call).first;
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
      unsigned Mode = setsMemory(F) ? Write : Read | Write;
      if (P->getPointeeType().isConstQualified())
        Mode = Read;
      touchPointee(Arg, Mode | Extra);
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
      touch(Call->getArg(0), M->isConst() ? Read : Read | Write);
  }
  for (unsigned I = 0;
       I + Offset < Call->getNumArgs() && I < Callee->getNumParams(); ++I) {
    const Expr *Arg = Call->getArg(I + Offset);
    Callee->getParamDecl(I)->getType()->isReferenceType() ? walkAddress(Arg)
                                                          : walkExpr(Arg);
  }
}

/// Looks into a callee's body; false if that is not possible.
bool EffectsCollector::walkBody(const CallExpr *Call, bool OnlyAddress) {
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
  const bool Around = std::exchange(ReturnsAddress, OnlyAddress);
  walk(D->getBody());
  ReturnsAddress = Around;
  forgetLocals(D);
  if (Outermost)
    CallSite = nullptr;
  --Depth;
  Origin.bind(std::move(Outside));
  return true;
}

void EffectsCollector::walkCall(const CallExpr *Call) {
  const bool OnlyAddress = std::exchange(AskedForAddress, nullptr) == Call;
  const FunctionDecl *F = Call->getDirectCallee();
  if (isBlockBarrier(Call))
    return mark(Out->Barrier, Call);
  if (asksSharedSize(F))
    mark(Out->DynamicSize, Call);
  switch (classifyCallee(F)) {
  case CallKind::BlockBarrier:
    return mark(Out->Barrier, Call);
  case CallKind::OtherBarrier:
    mark(Out->OtherBarrier, Call);
    return walkArguments(Call, F, None);
  case CallKind::WarpSync:
    mark(Out->WarpSync, Call);
    return walkArguments(Call, F, None);
  case CallKind::BlockFence:
    return mark(Out->Fence, Call);
  case CallKind::Fence:
    return markFence(Call);
  case CallKind::Async:
    mark(Out->Async, Call);
    return walkArguments(Call, F, None);
  case CallKind::Atomic:
    if (acquires(Call))
      markFence(Call);
    return walkArguments(Call, F, Atomic);
  case CallKind::Moment:
    mark(Out->Moment, Call);
    return walkArguments(Call, F, None);
  case CallKind::ArgumentsOnly:
    return walkArguments(Call, F, None);
  case CallKind::HasBody:
    if (walkBody(Call, OnlyAddress))
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

/// Operands that an assembly statement reads.
static llvm::SmallVector<const Expr *, 8> readOperands(const GCCAsmStmt *A) {
  llvm::SmallVector<const Expr *, 8> All;
  for (unsigned I = 0; I < A->getNumOutputs(); ++I)
    if (A->isOutputPlusConstraint(I))
      All.push_back(A->getOutputExpr(I));
  for (unsigned I = 0; I < A->getNumInputs(); ++I)
    All.push_back(A->getInputExpr(I));
  return All;
}

/// The operands that are pointers are read in any case; an address may be a
/// number as well, or be made of narrower ones.
void EffectsCollector::recordGlobalRead(const GCCAsmStmt *A) {
  bool HasPointer = false;
  for (const Expr *In : readOperands(A)) {
    HasPointer |= In->getType()->isPointerType();
    if (!In->getType()->isIntegerType() ||
        Context.getIntWidth(In->getType()) < 64)
      continue;
    HasPointer = true;
    Out->Accesses.push_back({Space::Unknown, nullptr, /*Read=*/true,
                             /*Write=*/false, /*Atomic=*/false,
                             CallSite ? CallSite : In, /*Held=*/false});
  }
  if (!HasPointer) // the address is written out in it
    markUnknown(Out->UnknownAsm, A);
}

/// Nothing but a value made of its operands, wherever it stands.
static bool isPlain(const GCCAsmStmt *A, const AsmEffects &What) {
  if (!What.IsPlain || What.DeclaresForFunction || A->isAsmGoto())
    return false;
  for (unsigned I = 0; I < A->getNumClobbers(); ++I)
    if (A->getClobber(I) == "memory")
      return false;
  for (unsigned I = 0; I < A->getNumOutputs(); ++I)
    if (llvm::StringRef(A->getOutputConstraint(I)).contains('m'))
      return false;
  for (unsigned I = 0; I < A->getNumInputs(); ++I)
    if (llvm::StringRef(A->getInputConstraint(I)).contains('m'))
      return false;
  return true;
}

/// Reads and changes that the operands do not show.
void EffectsCollector::recordAsm(const GCCAsmStmt *A, const AsmEffects &What) {
  if (What.ReadsClock)
    mark(Out->Moment, A);
  if (What.FencesBlock)
    mark(Out->Fence, A);
  if (What.ReadsDynamicSize)
    mark(Out->DynamicSize, A);
  if (What.ReadsGlobal)
    recordGlobalRead(A);
  if (!What.ReadsShared)
    return;
  if (A->getNumInputs() == 0) // the address is written out in it
    return markUnknown(Out->UnknownAsm, A);
  Out->Accesses.push_back({Space::Shared, nullptr, /*Read=*/true,
                           /*Write=*/false, /*Atomic=*/false,
                           CallSite ? CallSite : A->getInputExpr(0),
                           /*Held=*/false});
}

void EffectsCollector::walkAsm(const GCCAsmStmt *A) {
  const AsmEffects What = describeAsm(asmText(*A));
  if (What.DeclaresForFunction)
    mark(Out->OnceOnly, A);
  switch (What.Kind) {
  case AsmKind::BlockBarrier:
    return mark(Out->Barrier, A);
  case AsmKind::Async:
    return mark(Out->Async, A);
  case AsmKind::Unknown:
    markUnknown(Out->UnknownAsm, A);
    break;
  case AsmKind::Arithmetic:
    if (!isPlain(A, What))
      mark(Out->Asm, A);
    break;
  }
  recordAsm(A, What);
  for (unsigned I = 0; I < A->getNumOutputs(); ++I)
    touch(A->getOutputExpr(I),
          A->isOutputPlusConstraint(I) ? Read | Write : Write);
  for (unsigned I = 0; I < A->getNumInputs(); ++I)
    walkExpr(A->getInputExpr(I));
  for (const Expr *In : readOperands(A))
    if (In->getType()->isPointerType())
      touchPointee(In, Read);
}

} // namespace pipeline_rewrite
