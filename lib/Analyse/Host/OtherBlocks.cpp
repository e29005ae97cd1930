//===- OtherBlocks.cpp - What reads memory that other blocks write --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/OtherBlocks.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

std::optional<int> addedBy(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const llvm::StringRef Name = plainNameOf(F);
  const bool Adds = Name.starts_with("atomicAdd");
  Expr::EvalResult By;
  if (Call->getNumArgs() < 2 || !(Adds || Name.starts_with("atomicSub")) ||
      !Call->getArg(1)->EvaluateAsInt(By, F->getASTContext()) ||
      By.Val.getInt() == 0)
    return std::nullopt;
  return (By.Val.getInt() > 0) == Adds ? 1 : -1;
}

namespace {

/// Memory of the thread or of the block: no other block changes it.
bool isOfBlock(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const Expr *Changed = changedBy(E))
      E = Changed;
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && !Member->isArrow())
      E = Member->getBase();
    else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E);
             At && At->getBase()->IgnoreImpCasts()->getType()->isArrayType())
      E = At->getBase();
    else
      break;
  }
  const VarDecl *V = namedVariable(E);
  return V && !V->getType()->isReferenceType() &&
         (V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>());
}

llvm::StringRef classOf(const CallExpr *Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getCalleeDecl());
  const IdentifierInfo *Name =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  return Name ? Name->getName() : llvm::StringRef();
}

bool isOfAtomicClass(const CallExpr *Call) {
  return classOf(Call).contains("atomic");
}

bool readsOtherBlocks(llvm::StringRef Asm) {
  return !Asm.contains(".shared") && !Asm.contains("mbarrier") &&
         (Asm.contains("ld.") || Asm.contains("atom"));
}

/// A pointer to what other blocks may change, or an object that they may.
bool leadsToOthers(const Expr *E) {
  E = E->IgnoreParens();
  for (const CastExpr *Cast; (Cast = dyn_cast<CastExpr>(E)) &&
                             Cast->getCastKind() != CK_LValueToRValue;)
    E = Cast->getSubExpr()->IgnoreParens();
  if (const auto *Of = dyn_cast<UnaryOperator>(E);
      Of && Of->getOpcode() == UO_AddrOf)
    E = Of->getSubExpr();
  return !isa<StringLiteral, CXXNullPtrLiteralExpr, IntegerLiteral>(E) &&
         !(E->isGLValue() && isOfBlock(E));
}

/// A library's function that is given such a pointer, and may read there as
/// those do that are made for it. `__ldg` promises that nobody writes.
bool mayReadAnew(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && isSystem(F) && plainNameOf(F) != "__ldg" &&
         (plainNameOf(F).starts_with("surf") ||
          llvm::any_of(Call->arguments(), [](const Expr *Given) {
            return Given->getType()->isPointerType() && leadsToOthers(Given);
          }));
}

/// A constant, or what a pointer with __restrict__ promises that nobody writes.
bool isReadOnly(const Expr *E) {
  if (!E->getType().isConstQualified())
    return false;
  while (const auto *Member = dyn_cast<MemberExpr>(E))
    E = Member->getBase()->IgnoreParenImpCasts();
  if (namedVariable(E))
    return true;
  bool Promised = false;
  forEachUse(E, [&](const VariableUse &U) {
    Promised |= U.Var->getType().isRestrictQualified();
  });
  return Promised;
}

} // namespace

bool isPoll(const Stmt *S) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return readsOtherBlocks(asmText(*Asm));
  if (isa<AtomicExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && classifyCallee(F) == CallKind::Atomic)
      return !addedBy(Call);
    return mayReadAnew(Call) || isOfAtomicClass(Call);
  }
  const auto *E = dyn_cast<Expr>(S);
  return E && E->isGLValue() && E->getType().isVolatileQualified() &&
         !isOfBlock(E);
}

bool isWholeWait(const Stmt *S) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    const std::string Text = asmText(*Asm);
    return llvm::StringRef(Text).contains("bra") && readsOtherBlocks(Text);
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || Call->isTypeDependent())
    return false;
  // Through a pointer: nobody knows what.
  if (!Call->getCalleeDecl() || isa<VarDecl, FieldDecl>(Call->getCalleeDecl()))
    return !isa<CXXPseudoDestructorExpr>(Call->getCallee());
  const llvm::StringRef Of = classOf(Call),
                        Does = plainNameOf(Call->getDirectCallee());
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  return (Of.contains("atomic") && Does.starts_with("wait")) ||
         (Of.contains("latch") && Does.contains("wait")) ||
         (Of.contains("barrier") && Does.contains("wait") &&
          (!Member || leadsToOthers(Member->getImplicitObjectArgument()))) ||
         (Of.contains("semaphore") && Does.starts_with("acquire"));
}

bool readsMemory(const Stmt *S) {
  auto Reads = [](const Expr *E) {
    return E->isGLValue() && !E->getType()->isFunctionType() &&
           !isReadOnly(E->IgnoreParenImpCasts()) && !isOfBlock(E);
  };
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    return Cast->getCastKind() == CK_LValueToRValue &&
           Reads(Cast->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return llvm::any_of(Call->arguments(), Reads);
  const auto *Made = dyn_cast<CXXConstructExpr>(S);
  return Made && llvm::any_of(Made->arguments(), Reads);
}

bool pollsOrReads(const Stmt *S) { return isPoll(S) || readsMemory(S); }

} // namespace pipeline_rewrite
