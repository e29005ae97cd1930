//===- VariableUses.cpp - What each mention of a variable does with it ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A walk from the top. Whoever uses an lvalue says how; the walk then follows
// the lvalue to the variable at its root. A name that is reached in a way that
// no rule knows is an alias.
//===----------------------------------------------------------------------===//
#include "Ast/VariableUses.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Ast/OtherNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A cast below \p S takes const from what a pointer or reference leads to.
bool castsConstAway(const Stmt *S) {
  return findBelow<ExplicitCastExpr>(S, [](const ExplicitCastExpr *C) {
    auto Pointee = [](const Expr *E, QualType T) {
      return T->isPointerType() ? T->getPointeeType()
             : E->isGLValue()   ? T.getNonReferenceType()
                                : QualType();
    };
    const Expr *Sub = C->getSubExpr();
    QualType From = Pointee(Sub, Sub->getType()), To = Pointee(C, C->getType());
    return !From.isNull() && !To.isNull() && From.isConstQualified() &&
           !To.isConstQualified();
  });
}

/// \p F may change what it is given as const.
bool dropsConst(const FunctionDecl *F) {
  const FunctionDecl *Body = nullptr;
  return F && F->hasBody(Body) &&
         !F->getASTContext().getSourceManager().isInSystemHeader(
             F->getLocation()) &&
         castsConstAway(Body->getBody());
}

/// Finds the variables whose objects lvalues are.
class ObjectWalker {
protected:
  explicit ObjectWalker(llvm::function_ref<void(const VariableUse &)> Do)
      : Do(Do) {}
  virtual ~ObjectWalker() = default;

  /// What computes an lvalue, or a value.
  virtual void walkExpr(const Expr *E) = 0;

  static VariableUse as(UseKind Kind) {
    VariableUse Use;
    Use.Kind = Kind;
    return Use;
  }

  /// What is done with a whole is done with a part.
  static VariableUse ofPart(VariableUse Use) {
    if (Use.Kind == UseKind::Assign || Use.Kind == UseKind::Update)
      Use.Kind = UseKind::Change;
    Use.Value = nullptr;
    return Use;
  }

  void lvalue(const Expr *E, VariableUse Use) {
    if (!E)
      return;
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return name(Ref, Use);
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->isArrow() || M->getBase()->isPRValue()
                 ? walkExpr(M->getBase())
                 : lvalue(M->getBase(), ofPart(Use));
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      walkExpr(A->getIdx());
      return pointed(A->getBase(), ofPart(Use));
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() == UO_Deref)
        return pointed(U->getSubExpr(), Use);
      walkExpr(U);
      return lvalue(U->getSubExpr(), Use); // `++v = …`
    }
    if (const auto *C = dyn_cast<CastExpr>(E))
      return C->getSubExpr()->isGLValue() && C->isGLValue()
                 ? lvalue(C->getSubExpr(),
                          C->getCastKind() == CK_NoOp ? Use : ofPart(Use))
                 : walkExpr(E);
    if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
      walkExpr(C->getCond());
      lvalue(C->getTrueExpr(), Use);
      return lvalue(C->getFalseExpr(), Use);
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() == BO_Comma) {
        walkExpr(B->getLHS());
        return lvalue(B->getRHS(), Use);
      }
      walkExpr(B);
      return B->isAssignmentOp() ? lvalue(B->getLHS(), Use) : void();
    }
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      return lvalue(C->getSubExpr(), Use);
    walkExpr(E);
  }

  /// What \p Pointer points to, where that is seen to be an object by its name.
  void pointed(const Expr *Pointer, VariableUse Use) {
    Pointer = Pointer->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(Pointer)) {
      if (C->getCastKind() == CK_ArrayToPointerDecay)
        return lvalue(C->getSubExpr(), ofPart(Use));
      if (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_BitCast)
        return pointed(C->getSubExpr(), ofPart(Use));
    }
    if (const auto *U = dyn_cast<UnaryOperator>(Pointer);
        U && U->getOpcode() == UO_AddrOf)
      return lvalue(U->getSubExpr(), Use);
    walkExpr(Pointer);
  }

  void name(const DeclRefExpr *Ref, VariableUse Use) {
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl());
        B && !B->getHoldingVar())
      Use = ofPart(Use);
    Use.Var = variableOf(Ref);
    Use.At = Ref;
    if (Use.Var)
      Do(Use);
  }

  llvm::function_ref<void(const VariableUse &)> Do;
};

/// What calls are given.
class CallWalker : protected ObjectWalker {
protected:
  using ObjectWalker::ObjectWalker;

  /// An argument, for a parameter of type \p Type.
  void argument(const Expr *Arg, QualType Type, const FunctionDecl *F,
                const Expr *By, unsigned I) {
    if (!Type->isReferenceType() || !Arg->isGLValue())
      return walkExpr(Arg);
    bool Keeps = Type->getPointeeType().isConstQualified() && !dropsConst(F);
    VariableUse Use = as(Keeps ? UseKind::Bound : UseKind::Given);
    Use.By = By;
    Use.Argument = I;
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = D->getExpr();
    lvalue(Arg, Use);
  }

  void object(const Expr *E, const CXXMethodDecl *M, const Expr *By) {
    if (E->isPRValue())
      return walkExpr(E);
    VariableUse Use = as(M && M->isConst() && !dropsConst(M) ? UseKind::Bound
                                                             : UseKind::Given);
    Use.By = By;
    Use.IsObject = true;
    lvalue(E, Use);
  }

  void walkCall(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    unsigned First = 0;
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call)) {
      const Expr *Object = M->getImplicitObjectArgument();
      Object ? object(Object, M->getMethodDecl(), Call)
             : walkExpr(Call->getCallee());
    } else if (Operator && Method && !Method->isStatic()) {
      First = 1;
      if (isPlainAssignment(Operator, Method)) {
        VariableUse Use = as(UseKind::Assign);
        Use.Value = Call->getArg(1);
        lvalue(Call->getArg(0), Use);
        return copied(Call->getArg(1));
      }
      object(Call->getArg(0), Method, Call);
    } else if (!F) {
      walkExpr(Call->getCallee());
    }
    for (unsigned I = First; I < Call->getNumArgs(); ++I) {
      const Expr *Arg = Call->getArg(I);
      bool Named = F && I - First < F->getNumParams();
      argument(Arg,
               Named ? F->getParamDecl(I - First)->getType() : Arg->getType(),
               F, Call, I - First);
    }
  }

  static bool isPlainAssignment(const CXXOperatorCallExpr *Call,
                                const CXXMethodDecl *M) {
    return Call->getOperator() == OO_Equal && Call->getNumArgs() == 2 &&
           M->isTrivial();
  }

  void copied(const Expr *From) {
    From->isGLValue() ? lvalue(From, as(UseKind::Value)) : walkExpr(From);
  }

  void walkConstruct(const CXXConstructExpr *C) {
    const CXXConstructorDecl *D = C->getConstructor();
    if (D->isCopyOrMoveConstructor() && C->getNumArgs() == 1 &&
        (D->isTrivial() || (D->isCopyConstructor() && !dropsConst(D))))
      return copied(C->getArg(0));
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      argument(C->getArg(I),
               I < D->getNumParams() ? D->getParamDecl(I)->getType()
                                     : C->getArg(I)->getType(),
               D, C, I);
  }
};

class UseWalker : CallWalker {
public:
  explicit UseWalker(llvm::function_ref<void(const VariableUse &)> Do)
      : CallWalker(Do) {}

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S))
      return walkExpr(E);
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        walkDecl(Each);
      return;
    }
    if (const auto *A = dyn_cast<GCCAsmStmt>(S))
      return walkAsm(A);
    for (const Stmt *Child : S->children())
      walk(Child);
  }

private:
  void walkExpr(const Expr *E) override {
    if (!E)
      return;
    E = E->IgnoreParens();
    if (classify(E) == Construct::Value)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return name(Ref, as(UseKind::Alias));
    if (const auto *C = dyn_cast<CastExpr>(E))
      return walkCast(C);
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
      VariableUse Use =
          as(B->isCompoundAssignmentOp() ? UseKind::Update : UseKind::Assign);
      Use.Value = B->getRHS();
      lvalue(B->getLHS(), Use);
      return walkExpr(B->getRHS());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->isIncrementDecrementOp())
        return lvalue(U->getSubExpr(), as(UseKind::Update));
      if (U->getOpcode() == UO_AddrOf)
        return lvalue(U->getSubExpr(), as(UseKind::Alias));
      if (U->getOpcode() == UO_Deref)
        return pointed(U->getSubExpr(), as(UseKind::Alias));
    }
    if (isa<MemberExpr, ArraySubscriptExpr>(E))
      return lvalue(E, as(E->isGLValue() ? UseKind::Alias : UseKind::Value));
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return walkCall(Call);
    if (const auto *C = dyn_cast<CXXConstructExpr>(E))
      return walkConstruct(C);
    if (const auto *L = dyn_cast<LambdaExpr>(E))
      return walkLambda(L);
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      return walkExpr(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
      return walkExpr(D->getExpr());
    if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
      return walkExpr(P->getSyntacticForm());
    for (const Stmt *Child : E->children())
      walk(Child);
  }

  void walkCast(const CastExpr *C) {
    const Expr *Sub = C->getSubExpr();
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_LValueToRValueBitCast:
    case CK_ToVoid:
      return Sub->isGLValue() ? lvalue(Sub, as(UseKind::Value)) : walkExpr(Sub);
    case CK_FunctionToPointerDecay:
    case CK_BuiltinFnToFnPtr:
      return walkExpr(Sub);
    case CK_ArrayToPointerDecay:
      return lvalue(Sub, as(UseKind::Alias));
    default:
      return Sub->isGLValue() ? lvalue(Sub, as(UseKind::Alias)) : walkExpr(Sub);
    }
  }

  void walkLambda(const LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures()) {
      const auto *V = C.capturesVariable()
                          ? dyn_cast<VarDecl>(C.getCapturedVar())
                          : nullptr;
      if (!V)
        continue;
      if (V->isInitCapture()) {
        bind(V, V->getInit());
        continue;
      }
      VariableUse Use = as(C.getCaptureKind() == LCK_ByRef ? UseKind::Captured
                                                           : UseKind::Value);
      Use.Var = V;
      Use.At = L;
      Use.By = L;
      Do(Use);
    }
    walk(L->getBody());
  }

  //===--------------------------------------------------------------------===//
  // Declarations and assembly
  //===--------------------------------------------------------------------===//

  void walkDecl(const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      return;
    bind(V, V->getInit());
    if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Parts->bindings())
        if (const VarDecl *Holder = B->getHoldingVar())
          bind(Holder, Holder->getInit());
  }

  /// `T &v = init;`, and every other declaration.
  void bind(const VarDecl *V, const Expr *Init) {
    if (!Init)
      return;
    if (!V->getType()->isReferenceType() || !Init->isGLValue())
      return walkExpr(Init);
    VariableUse Use =
        as(V->getType()->getPointeeType().isConstQualified() ? UseKind::Bound
                                                             : UseKind::Alias);
    Use.As = V;
    lvalue(Init, Use);
  }

  void walkAsm(const GCCAsmStmt *A) {
    for (unsigned I = 0; I < A->getNumOutputs(); ++I)
      lvalue(A->getOutputExpr(I), as(UseKind::Change));
    for (unsigned I = 0; I < A->getNumInputs(); ++I) {
      const Expr *In = A->getInputExpr(I);
      In->isGLValue() ? lvalue(In, as(UseKind::Value)) : walkExpr(In);
    }
  }
};

} // namespace

void forEachUse(const Stmt *S,
                llvm::function_ref<void(const VariableUse &)> Do) {
  UseWalker(Do).walk(S);
}

/// A reference to const, by which \p Use names a variable, may be used to
/// change it: what keeps it can cast const away later, and elsewhere.
static bool leadsToChange(const VariableUse &Use, const Stmt *S) {
  if (Use.As && isChanged(S, Use.As))
    return true;
  const auto *E = dyn_cast_or_null<Expr>(Use.By);
  const bool Keeps =
      E && (isa<CXXConstructExpr>(E) || E->getType()->isPointerType() ||
            (E->isPRValue() && E->getType()->isRecordType()));
  return Keeps || castsConstAway(S);
}

bool isChanged(const Stmt *S, const VarDecl *V) {
  bool Changed = false;
  forEachUse(S, [&](const VariableUse &Use) {
    if (Use.Var != V)
      return;
    bool Named = Use.Kind == UseKind::Assign || Use.Kind == UseKind::Update;
    bool Else = Use.Kind == UseKind::Change || Use.Kind == UseKind::Given ||
                Use.Kind == UseKind::Alias ||
                (Use.Kind == UseKind::Bound && leadsToChange(Use, S));
    Changed |= Named || Else;
  });
  return Changed;
}

bool hasOtherName(const Stmt *S, const VarDecl *V) {
  bool Has = false;
  forEachUse(S, [&](const VariableUse &Use) {
    if (Use.Var == V)
      Has |= Use.Kind == UseKind::Alias || Use.Kind == UseKind::Given ||
             Use.Kind == UseKind::Captured ||
             (Use.Kind == UseKind::Bound && leadsToChange(Use, S));
  });
  return Has;
}

const VarDecl *variableOf(const DeclRefExpr *Ref) {
  const auto *B = dyn_cast<BindingDecl>(Ref->getDecl());
  if (!B)
    return dyn_cast<VarDecl>(Ref->getDecl());
  if (const VarDecl *Holder = B->getHoldingVar())
    return Holder;
  return dyn_cast_or_null<VarDecl>(B->getDecomposedDecl());
}

const VarDecl *namedVariable(const Stmt *S) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *plainVariable(const Expr *E) {
  return E ? namedVariable(E->IgnoreParenImpCasts()) : nullptr;
}

std::string textName(const VarDecl *V) {
  const auto *Parts = dyn_cast<DecompositionDecl>(V);
  if (!Parts)
    return V->getNameAsString();
  std::string Out;
  for (const BindingDecl *B : Parts->bindings())
    Out += (Out.empty() ? "[" : ", ") + B->getNameAsString();
  return Out + "]";
}

} // namespace pipeline_rewrite
