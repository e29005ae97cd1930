//===- Leaf.cpp - What one statement of a pipeline does -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Match/DeviceFunctions.h"
#include "Undo/HandLoop.h"

using namespace clang;

namespace pipeline_rewrite::undo {

bool HandLoop::isMoving(const Expr *E) const {
  bool Found = false;
  forEach<DeclRefExpr>(E, [&](const DeclRefExpr *Name) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    Found |= V && (V == Counter || Ahead.contains(V));
  });
  return Found;
}

Refusal refuse(RefusalId Id, const HandLoop &L, std::string Detail,
               const Stmt *Cause) {
  Refusal R{
      Id, L.Unit->place(L.Loop->Loop->getBeginLoc()), std::move(Detail), {}};
  if (Cause)
    R.Notes.push_back({L.Unit->place(Cause->getBeginLoc()), "here"});
  return R;
}

const VarDecl *tileOf(const Expr *LValue, const ArraySubscriptExpr **Choice) {
  const Expr *E = LValue->IgnoreParens();
  if (const auto *Part = dyn_cast<MemberExpr>(E);
      Part && !Part->isArrow() && isa<FieldDecl>(Part->getMemberDecl()))
    E = Part->getBase()->IgnoreParens();
  if (LValue->getType()->isArrayType() || E->getType()->isArrayType())
    return nullptr;
  const ArraySubscriptExpr *First = nullptr;
  while (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
    First = At;
    const auto *Decay = dyn_cast<ImplicitCastExpr>(At->getBase());
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return nullptr;
    E = Decay->getSubExpr()->IgnoreParens();
  }
  const auto *Name = First ? dyn_cast<DeclRefExpr>(E) : nullptr;
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (!V || !V->hasAttr<CUDASharedAttr>() || !V->isLocalVarDecl() ||
      V->hasExternalStorage() ||
      V->getASTContext().getBaseElementType(V->getType()).isVolatileQualified())
    return nullptr;
  if (Choice)
    *Choice = First;
  return V;
}

static const Expr *pointee(const Expr *E) {
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  return Address && Address->getOpcode() == UO_AddrOf
             ? Address->getSubExpr()->IgnoreParens()
             : nullptr;
}

/// `__pipeline_memcpy_async(&tile[…], &source, size of an element)`.
static Leaf copyOf(const CallExpr *Call, const ASTContext &Context) {
  Leaf Out{Leaf::Other};
  if (Call->getNumArgs() < 3 ||
      (Call->getNumArgs() > 3 && !isa<CXXDefaultArgExpr>(Call->getArg(3)) &&
       constantValue(Call->getArg(3), Context) != 0))
    return Out;
  const Expr *To = pointee(Call->getArg(0)), *From = pointee(Call->getArg(1));
  const VarDecl *V = To ? tileOf(To) : nullptr;
  if (!V || !From ||
      !Context.hasSameUnqualifiedType(To->getType(), From->getType()) ||
      From->getType().isVolatileQualified() ||
      constantValue(Call->getArg(2), Context) !=
          Context.getTypeSizeInChars(To->getType()).getQuantity())
    return Out;
  Out = {Leaf::Fill, To, From, V, /*IsCopy=*/true};
  return Out;
}

static Leaf calledBy(const CallExpr *Call, const ASTContext &Context) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || !isSystem(F))
    return {Leaf::Other};
  const llvm::StringRef Name = F->getName();
  if (Name == "__pipeline_memcpy_async")
    return copyOf(Call, Context);
  if (Name == "__pipeline_commit")
    return {Leaf::Commit};
  Leaf Out{Leaf::Other};
  if (Name == "__syncwarp" &&
      llvm::all_of(Call->arguments(),
                   [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); }))
    return {Leaf::WarpSync};
  if (Name == "__pipeline_wait_prior")
    if (const auto N = constantValue(Call->getArg(0), Context);
        N && *N >= 0 && *N <= 8) {
      Out.Kind = Leaf::Wait;
      Out.Prior = *N;
    }
  return Out;
}

Leaf leafOf(const Stmt *S, const ASTContext &Context) {
  if (isBlockBarrier(S))
    return {Leaf::Barrier};
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return {Leaf::Other};
  E = E->IgnoreParens();
  if (const auto *Clean = dyn_cast<ExprWithCleanups>(E))
    E = Clean->getSubExpr()->IgnoreParens();
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && !isa<CXXOperatorCallExpr>(Call))
    return calledBy(Call, Context);
  const auto Done = anyAssignment(E);
  if (!Done || (Done->By && !Done->copiesBytes()))
    return {Leaf::Other};
  Leaf Out{Leaf::Other, Done->Target, Done->Value};
  if (const auto *V = Done->isPlain() ? tileOf(Done->Target) : nullptr) {
    Out.Kind = Leaf::Fill;
    Out.Var = V;
  } else if (const auto *Name =
                 dyn_cast<DeclRefExpr>(Done->Target->IgnoreParens())) {
    Out.Var = dyn_cast<VarDecl>(Name->getDecl());
    Out.Kind = Out.Var ? Leaf::Set : Leaf::Other;
  }
  return Out;
}

} // namespace pipeline_rewrite::undo
