//===- HeldPointers.cpp - Who may put a pointer into an object ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/HeldPointers.h"
#include "Ast/Assignments.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

bool holdsPointers(QualType T) {
  T = T.getCanonicalType();
  if (T->isAnyPointerType() || T->isReferenceType() ||
      T->isMemberPointerType() || T->isFunctionType())
    return true;
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return holdsPointers(A->getElementType());
  const RecordDecl *R = T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  if (!R)
    return T->isRecordType();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (holdsPointers(Base.getType()))
        return true;
  return llvm::any_of(R->fields(), [](const FieldDecl *F) {
    return holdsPointers(F->getType());
  });
}

const Expr *triviallyCopied(const Expr *E) {
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  return C && C->getConstructor()->isTrivial() &&
                 C->getConstructor()->isCopyOrMoveConstructor()
             ? C->getArg(0)
             : nullptr;
}

namespace {

/// Walks code that may name the object, as the variable \p V or as `this`.
class PutFinder {
public:
  explicit PutFinder(const VarDecl *V) : V(V) {}

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (isObject(S)) { // used for something that is not seen here
      Out.Seen = false;
      return;
    }
    if (const auto *L = dyn_cast<LambdaExpr>(S)) {
      for (const LambdaCapture &C : L->captures()) // the others are used inside
        if (C.capturesVariable() && C.getCapturedVar()->isInitCapture())
          walk(cast<VarDecl>(C.getCapturedVar())->getInit());
      return walk(L->getBody());
    }
    if (const auto *E = dyn_cast<Expr>(S); E && (isHarmless(E) || isReadPut(E)))
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && walkPut(E)) {
      Out.Seen = false; // the member is used further: `(s.p = a) = b`
      return;
    }
    if (const MemberExpr *M = memberOf(S)) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      Out.Seen &=
          !F || F->getType()->isReferenceType() || !holdsPointers(F->getType());
      return;
    }
    if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
        Call && isMemberOperator(Call))
      return walkRest(Call);
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
      return walk(Default->getExpr());
    const bool Uses = isa<Expr, DeclStmt, ReturnStmt>(S);
    for (const Stmt *Child : S->children())
      Uses ? walk(Child) : walkStatement(Child);
  }

  PointerPuts Out;

private:
  /// Nobody uses the value of an expression that is a statement.
  void walkStatement(const Stmt *S) {
    if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(S))
      return walkStatement(Full->getSubExpr());
    const auto *B = dyn_cast_or_null<BinaryOperator>(S);
    if (B && B->isCommaOp()) {
      walkStatement(B->getLHS());
      return walkStatement(B->getRHS());
    }
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E || !walkPut(E->IgnoreParens()))
      walk(S);
  }

  /// A member is assigned to, or moved on; false if \p E does neither.
  bool walkPut(const Expr *E) {
    const auto Put = builtinAssignment(E);
    if (!Put || !memberOf(Put->Target))
      return false;
    if (Put->isPlain())
      Out.Puts.push_back({Put->Target->getType(), Put->Value});
    walk(Put->Value);
    return true;
  }

  bool isObject(const Stmt *S) const {
    if (!V)
      return isa<CXXThisExpr>(S);
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && Ref->getDecl() == V;
  }

  /// \p S is a member of the object.
  const MemberExpr *memberOf(const Stmt *S) const {
    const auto *E = dyn_cast<Expr>(S);
    const auto *M = E ? dyn_cast<MemberExpr>(E->IgnoreParens()) : nullptr;
    return M && isObject(M->getBase()->IgnoreParenImpCasts()) ? M : nullptr;
  }

  /// The value of a member, a copy of the object, or the object where nothing
  /// can be put into it.
  bool isHarmless(const Expr *E) const {
    if (const Expr *Copied = triviallyCopied(E))
      return isObject(Copied->IgnoreParenImpCasts());
    const auto *C = dyn_cast<ImplicitCastExpr>(E);
    if (!C)
      return false;
    if (C->getCastKind() == CK_LValueToRValue)
      return memberOf(C->getSubExpr());
    return C->getCastKind() == CK_NoOp && C->getType().isConstQualified() &&
           isObject(C->getSubExpr()->IgnoreParens());
  }

  /// The value of an assignment to a member.
  bool isReadPut(const Expr *E) {
    const auto *C = dyn_cast<ImplicitCastExpr>(E);
    return C && C->getCastKind() == CK_LValueToRValue &&
           walkPut(C->getSubExpr()->IgnoreParens());
  }

  /// `object(…)`, `object[…]`: a member function as any other.
  bool isMemberOperator(const CXXOperatorCallExpr *Call) const {
    const bool Named =
        Call->getOperator() == OO_Call || Call->getOperator() == OO_Subscript;
    return Named && isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee()) &&
           isObject(Call->getArg(0)->IgnoreParenImpCasts());
  }

  void walkRest(const CallExpr *Call) {
    for (unsigned I = 1; I < Call->getNumArgs(); ++I)
      walk(Call->getArg(I));
  }

  const VarDecl *V; ///< nullptr for `this`
};

bool putsNothing(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || isa<CXXConstructorDecl>(F))
    return true; // not run on a device, or looked at where it is used
  PutFinder Finder(nullptr);
  Finder.walk(Definition->getBody());
  return Finder.Out.Seen && Finder.Out.Puts.empty();
}

} // namespace

bool keepsPointers(const CXXRecordDecl *Class) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->isPolymorphic() || Class->isUnion() ||
      llvm::any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
        return holdsPointers(Base.getType()) &&
               !keepsPointers(Base.getType()->getAsCXXRecordDecl());
      }))
    return false;
  for (const Decl *D : Class->decls()) {
    if (const auto *M = dyn_cast<CXXMethodDecl>(D); M && !putsNothing(M))
      return false;
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
      for (const FunctionDecl *F : T->specializations())
        if (!putsNothing(F))
          return false;
  }
  return true;
}

PointerPuts findPuts(const VarDecl *V, const Stmt *Body) {
  PutFinder Finder(V);
  Finder.walk(Body);
  Finder.Out.Seen &= keepsPointers(V->getType()->getAsCXXRecordDecl());
  return std::move(Finder.Out);
}

PointerPuts findPuts(const CXXConstructorDecl *Constructor) {
  PutFinder Finder(nullptr);
  for (const CXXCtorInitializer *I : Constructor->inits())
    Finder.walk(I->getInit()); // a member's address may be kept in another
  Finder.walk(Constructor->getBody());
  return std::move(Finder.Out);
}

} // namespace pipeline_rewrite
