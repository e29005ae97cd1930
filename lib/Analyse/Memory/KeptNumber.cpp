//===- KeptNumber.cpp - A tile's address as a number ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/KeptNumber.h"
#include "Ast/AsmOpcodes.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool isWideInteger(QualType T, const ASTContext &Context) {
  return T->isIntegerType() && Context.getTypeSize(T) >= 32;
}

bool mayHoldAddress(const VarDecl *V) {
  const ASTContext &Context = V->getASTContext();
  const QualType T =
      Context.getBaseElementType(V->getType().getNonReferenceType());
  return isWideInteger(T, Context) || T->isRecordType();
}

bool loadsByAsm(const Stmt *S) {
  return findBelow<GCCAsmStmt>(S, [](const GCCAsmStmt *Asm) {
    return describeAsm(asmText(*Asm)).ReadsShared;
  });
}

/// Code below \p S turns a pointer into something else, or puts one into
/// memory or an object.
static bool makesNumbers(const Stmt *Root, unsigned Depth) {
  return findBelow(Root, [&](const Stmt *S) {
    if (const auto *C = dyn_cast<CastExpr>(S);
        C && C->getCastKind() == CK_PointerToIntegral)
      return true;
    if (const auto Put = builtinAssignment(S);
        Put && Put->Target->getType()->isPointerType() &&
        !isa<DeclRefExpr>(Put->Target->IgnoreParens()))
      return true;
    auto IsPointer = [](const Stmt *C) {
      const auto *E = dyn_cast_or_null<Expr>(C);
      return E && E->getType()->isPointerType();
    };
    if (isa<InitListExpr, CXXConstructExpr>(S) &&
        cast<Expr>(S)->getType()->isRecordType() &&
        llvm::any_of(S->children(), IsPointer))
      return true;
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || llvm::none_of(Call->arguments(), IsPointer))
      return isa<GCCAsmStmt, LambdaExpr>(S);
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    return F && !isSystem(F) && F->hasBody(Body)
               ? Depth > 3 || makesNumbers(Body->getBody(), Depth + 1)
               : Call->getType()->isIntegerType();
  });
}

bool Addressed::isIn(const Expr *E) const {
  const Provenance &From = A.Collector.provenance();
  return E && E->getType()->isPointerType() &&
         From.ofPointer(E).Vars.contains(V);
}

const Expr *KeptNumber::find() {
  do
    Grown = false;
  while (!spread(A.K.Body) && Grown);
  return Kept;
}

/// What makes the address a value other than a pointer below \p S; nullptr if
/// nothing does.
const Expr *KeptNumber::carried(const Stmt *S) const {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return nullptr;
  if (isa<GCCAsmStmt>(S) && loadsByAsm(S))
    return nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return carriedBy(Call);
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue)
    return loaded(C);
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_PointerToIntegral &&
      Tile.isIn(C->getSubExpr()))
    return C;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Holders.contains(variableOf(Ref)) ? Ref : nullptr;
  const bool Keeps = isa<GCCAsmStmt>(S) ||
                     (isa<InitListExpr, CXXConstructExpr, LambdaExpr>(S) &&
                      cast<Expr>(S)->getType()->isRecordType());
  for (const Stmt *Child : S->children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    if (Keeps && Tile.isIn(E))
      return E;
    if (const Expr *Found = carried(Child))
      return Found;
  }
  return nullptr;
}

/// The variable itself, as an assignment changes it.
bool KeptNumber::holds(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref && Holders.contains(variableOf(Ref));
}

/// True if a statement below \p S keeps the address, which is then Kept.
bool KeptNumber::spread(const Stmt *S) {
  if (!S)
    return false;
  if (!isa<Expr, DeclStmt, GCCAsmStmt>(S))
    return llvm::any_of(S->children(),
                        [&](const Stmt *C) { return spread(C); });
  const Expr *By = carried(S);
  if (!By)
    return false;
  const Effects E = A.Collector.collect(S);
  for (const VarDecl *W : E.Writes) {
    if (!mayHoldAddress(W) ||
        (!InObjects && W->getType().getNonReferenceType()->isRecordType()))
      continue;
    if (A.isOutside(W)) {
      Kept = By;
      return true;
    }
    Grown |= Holders.insert(W).second;
  }
  if (E.writes(Space::Global) || E.writes(Space::Unknown))
    Kept = By;
  return Kept;
}

/// The value of a variable that holds the address, or of a part of one. What
/// a pointer leads to is data.
const Expr *KeptNumber::loaded(const CastExpr *C) const {
  const QualType T = C->getType();
  if (!T->isPointerType() && !isWideInteger(T, A.Context))
    return nullptr;
  for (const Expr *E = C->getSubExpr()->IgnoreParens();;) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Holders.contains(variableOf(Ref)) ? Ref : nullptr;
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
    const auto *Array = dyn_cast_or_null<ImplicitCastExpr>(
        Element ? Element->getBase()->IgnoreParens() : nullptr);
    if (Member && !Member->isArrow())
      E = Member->getBase()->IgnoreParens();
    else if (Array && Array->getCastKind() == CK_ArrayToPointerDecay)
      E = Array->getSubExpr()->IgnoreParens();
    else
      return nullptr;
  }
}

/// A function that is given the address, or what holds it, and makes no loads
/// of it by assembly.
const Expr *KeptNumber::carriedBy(const CallExpr *Call) const {
  const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
  const bool IsSeen = F && F->hasBody(Body);
  if (IsSeen && loadsByAsm(Body->getBody()))
    return nullptr;
  const bool Makes = IsSeen && !isSystem(F)
                         ? makesNumbers(Body->getBody(), 0)
                         : isWideInteger(Call->getType(), A.Context) &&
                               classifyCallee(F) != CallKind::Atomic;
  for (const Expr *Arg : Call->arguments()) {
    if (Makes && Tile.isIn(Arg))
      return Arg;
    // Of an object with the address a function may want but what it leads to.
    const Expr *Found = carried(Arg);
    if (Found && (Makes || !Found->getType()->isRecordType() ||
                  Call->getType()->isRecordType()))
      return Found;
  }
  return nullptr;
}

} // namespace pipeline_rewrite
