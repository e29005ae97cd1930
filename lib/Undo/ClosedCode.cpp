//===- ClosedCode.cpp - Code that does what its statements say ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Undo/HandTrace.h"
#include "Undo/PipelineParts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite::undo {

bool isInSystem(const Decl *D) {
  const SourceManager &SM = D->getASTContext().getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
}

const Stmt *unattributed(const Stmt *S) {
  while (const auto *A = dyn_cast_or_null<AttributedStmt>(S))
    S = A->getSubStmt();
  return S;
}

llvm::DenseSet<const VarDecl *> namedAlone(const FunctionDecl *F) {
  llvm::DenseSet<const VarDecl *> Out, Others;
  const auto Add = [&](const VarDecl *V) {
    const QualType T = V->getType();
    const auto *R = T->getAsCXXRecordDecl();
    const bool IsVector = R && R->isTrivial() && R->isStandardLayout() &&
                          isInSystem(R) &&
                          !isa<ClassTemplateSpecializationDecl>(R);
    if ((T->isArithmeticType() || T->isPointerType() || IsVector) &&
        !T.isVolatileQualified() && V->hasLocalStorage())
      Out.insert(V);
  };
  for (const ParmVarDecl *P : F->parameters())
    Add(P);
  forEachBelow<DeclStmt>(F->getBody(), [&](const DeclStmt *Group) {
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Add(V);
  });
  forEachUse(F->getBody(), [&](const VariableUse &U) {
    if (U.Kind != UseKind::Value && U.Kind != UseKind::Assign &&
        U.Kind != UseKind::Update)
      Others.insert(U.Var);
  });
  // Whatever forEachUse() makes of it.
  forEachBelow<UnaryOperator>(F->getBody(), [&](const UnaryOperator *U) {
    if (U->getOpcode() != UO_AddrOf)
      return;
    if (const VarDecl *V = rootOf(U->getSubExpr());
        V && !V->getType()->isPointerType())
      Others.insert(V);
    if (const VarDecl *P = namedVariable(U->getSubExpr()->IgnoreParens()))
      Others.insert(P);
  });
  for (const VarDecl *V : Others)
    Out.erase(V);
  return Out;
}

namespace {

class OpenCode {
public:
  explicit OpenCode(bool IsLoop) : IsLoop(IsLoop) {}
  std::string Why;

  /// \p Above: nullptr where the value is not used.
  void read(const Stmt *S, const Stmt *Above, unsigned Loops) {
    if (!S || !Why.empty())
      return;
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      ++Loops;
    const auto *E = dyn_cast<Expr>(S);
    if (E && gridNumber(E))
      return;
    if (E)
      readExpression(E, Above);
    else if (const auto *Group = dyn_cast<DeclStmt>(S))
      readDeclaration(Group);
    else if (isa<BreakStmt, ContinueStmt>(S))
      refuse(Loops ? nullptr : "a jump");
    else if (isa<ReturnStmt>(S))
      refuse(IsLoop ? "a return" : nullptr);
    else if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, NullStmt,
                  AttributedStmt>(S))
      refuse(S->getStmtClassName());
    for (const Stmt *Each : S->children())
      read(Each, S, Loops);
  }

private:
  void refuse(const char *What) {
    if (What && Why.empty())
      Why = What;
  }

  /// threadIdx, or a constant.
  static bool isFixed(const VarDecl *V) {
    return V->getType().isConstQualified() || isInSystem(V);
  }

  static bool isDeref(const Expr *E) {
    const auto *Unary = dyn_cast<UnaryOperator>(E);
    const auto *M = dyn_cast<MemberExpr>(E);
    return (Unary && Unary->getOpcode() == UO_Deref) || (M && M->isArrow());
  }

  /// An element of a local array.
  static bool isOwn(const Expr *E) {
    for (E = E->IgnoreParenImpCasts();;) {
      const auto *At = dyn_cast<ArraySubscriptExpr>(E);
      if (!At)
        break;
      E = At->getBase()->IgnoreParenImpCasts();
      if (!E->getType()->isArrayType())
        return false;
    }
    const VarDecl *V = namedVariable(E);
    return V && V->hasLocalStorage();
  }

  void readDeclaration(const DeclStmt *Group) {
    for (const Decl *D : Group->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (!V || V->isStaticLocal() || V->getType()->isReferenceType() ||
          V->getType().isVolatileQualified() ||
          V->needsDestruction(V->getASTContext()))
        refuse(V && V->hasAttr<CUDASharedAttr>() ? nullptr : "a declaration");
    }
  }

  void readExpression(const Expr *E, const Stmt *Above) {
    if (E->getType().isVolatileQualified())
      return refuse("a volatile");
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return readCall(Call);
    // In front of the loop no memory is touched that others see.
    if (!IsLoop && (isa<ArraySubscriptExpr>(E) || isDeref(E)) && !isOwn(E))
      return refuse("memory that others see");
    // What an assignment gives is no place that anything may keep.
    const auto *Op = dyn_cast<BinaryOperator>(E);
    const bool Sets = builtinAssignment(E) || (Op && Op->isCommaOp());
    const auto *Cast = dyn_cast_or_null<CastExpr>(Above);
    const auto *Comma = dyn_cast_or_null<BinaryOperator>(Above);
    if (Sets && E->isGLValue() && isa_and_nonnull<Expr>(Above) &&
        !(Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                   Cast->getCastKind() == CK_ToVoid)) &&
        !(Comma && Comma->isCommaOp()))
      return refuse("the place that an assignment gives");
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
      if (!Made->getConstructor()->isTrivial())
        refuse("a constructor");
      return;
    }
    if (!isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr, CXXStaticCastExpr,
             CXXReinterpretCastExpr, CXXFunctionalCastExpr, DeclRefExpr,
             IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
             BinaryOperator, UnaryOperator, ArraySubscriptExpr, MemberExpr,
             ConditionalOperator, InitListExpr, ImplicitValueInitExpr,
             PseudoObjectExpr, OpaqueValueExpr, MSPropertyRefExpr, ConstantExpr,
             ExprWithCleanups, UnaryExprOrTypeTraitExpr,
             MaterializeTemporaryExpr>(E))
      refuse(E->getStmtClassName());
    if (const VarDecl *V = namedVariable(E);
        V && !IsLoop && !V->hasLocalStorage() && !isFixed(V))
      refuse("memory that others see");
  }

  void readCall(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (const auto Set = anyAssignment(Call); Set && Set->copiesBytes())
      return;
    if (!F || !isSystem(F) || F->isTemplateInstantiation() || F->isVariadic() ||
        isa<CXXMethodDecl>(F) || classifyCallee(F) != CallKind::ArgumentsOnly)
      return refuse("a call");
    for (const ParmVarDecl *P : F->parameters())
      if (P->getType()->isReferenceType() || P->getType()->isPointerType())
        refuse("a call that is given a place");
  }

  const bool IsLoop;
};

} // namespace

std::string findOpenCode(const Stmt *S, bool IsLoop) {
  OpenCode All(IsLoop);
  All.read(S, nullptr, 0);
  return All.Why;
}

} // namespace pipeline_rewrite::undo
