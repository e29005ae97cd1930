//===- Scratch.cpp - Variables that both halves write before reading ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A local declared before the loop may serve the loads and, later in the same
// iteration, the computation: `v = A[i]; s[t] = v; … v = s[j]; sum += v;`. No
// value of it passes from one half to the other or to the next iteration, so
// that it makes neither half depend on the other. Whoever moves a half moves
// its writes of the variable along with the reads.
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/Scratch.h"
#include "Analyse/Numbers/BytesOf.h"
#include "Analyse/Slices/ScratchHalves.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

const Expr *stripCopies(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E);
        C && C->getCastKind() == CK_NoOp)
      E = C->getSubExpr();
    else
      return E;
  }
}

bool isName(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripCopies(E));
  return Ref && Ref->getDecl() == V;
}

/// `v` or a member of it.
bool isPartOf(const Expr *E, const VarDecl *V) {
  E = stripCopies(E);
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->isArrow())
      return false;
    E = stripCopies(M->getBase());
  }
  return isName(E, V);
}

bool isFirst(const Expr *Index) {
  const auto *L = dyn_cast<IntegerLiteral>(Index->IgnoreParenImpCasts());
  return L && L->getValue() == 0;
}

/// \p E points to the first byte of the array \p V.
bool pointsTo(const Expr *E, const VarDecl *V) {
  for (E = E->IgnoreParens(); isa<CastExpr>(E); E = E->IgnoreParens()) {
    const auto *C = cast<CastExpr>(E);
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return isName(C->getSubExpr(), V);
    if (C->getCastKind() != CK_BitCast && C->getCastKind() != CK_NoOp)
      return false;
    E = C->getSubExpr();
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (!U || U->getOpcode() != UO_AddrOf)
    return false;
  const Expr *Object = U->getSubExpr()->IgnoreParens();
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Object);
  return isName(Object, V) || (Element && isFirst(Element->getIdx()) &&
                               pointsTo(Element->getBase(), V));
}

/// `*(float4 *)v`, `((float4 *)&v[0])[0]` where that is all of the array \p V.
bool isWholeArray(const Expr *E, const VarDecl *V) {
  const ASTContext &Context = V->getASTContext();
  if (!V->getType()->isConstantArrayType() ||
      E->getType().isVolatileQualified() ||
      !hasNoPadding(E->getType(), Context) ||
      Context.getTypeSize(E->getType()) != Context.getTypeSize(V->getType()))
    return false;
  E = E->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref && pointsTo(U->getSubExpr(), V);
  const auto *A = dyn_cast<ArraySubscriptExpr>(E);
  return A && isFirst(A->getIdx()) && pointsTo(A->getBase(), V);
}

/// All of \p V is what \p E, the left side of an assignment, means.
bool isWhole(const Expr *E, const VarDecl *V) {
  return isName(E, V) || isWholeArray(E, V);
}

/// The index of `v[i]` for an array \p V; nullptr if \p E is none.
const Expr *indexInto(const Expr *E, const VarDecl *V) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  const auto *Base =
      A ? dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens()) : nullptr;
  return Base && Base->getCastKind() == CK_ArrayToPointerDecay &&
                 isName(Base->getSubExpr(), V)
             ? A->getIdx()
             : nullptr;
}

/// `a = b` for scalars, or for classes that are copied byte by byte.
std::optional<Assignment> assignment(const Stmt *S) {
  auto A = anyAssignment(S);
  return A && A->copiesBytes() ? A : std::nullopt;
}

/// A copy of a class object's bytes; nullptr if \p S is none.
const Expr *trivialCopy(const Stmt *S) {
  const auto *C = dyn_cast<CXXConstructExpr>(S);
  return C && C->getNumArgs() == 1 &&
                 C->getConstructor()->isCopyOrMoveConstructor() &&
                 C->getConstructor()->isTrivial()
             ? C->getArg(0)
             : nullptr;
}

/// True if \p V is used below \p S other than by reading its value, giving it
/// a new one, or updating it: its address may be known elsewhere.
/// \p IsDiscarded: nobody uses what \p S gives. What gives a variable a value
/// gives the variable.
bool escapes(const Stmt *S, const VarDecl *V, bool IsDiscarded = true) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return false;
  if (isa<ParenExpr, ExprWithCleanups>(S))
    return escapes(*S->child_begin(), V, IsDiscarded);
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isCommaOp())
    return escapes(B->getLHS(), V) || escapes(B->getRHS(), V, IsDiscarded);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == V;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue &&
      isPartOf(C->getSubExpr(), V))
    return false;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue)
    if (const Expr *Index = indexInto(C->getSubExpr(), V))
      return escapes(Index, V, /*IsDiscarded=*/false);
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue)
    return escapes(C->getSubExpr(), V);
  const auto *E = dyn_cast<Expr>(S);
  const bool Gives = !IsDiscarded && E && E->isGLValue();
  if (const auto Update = builtinAssignment(S);
      Update && Update->readsOld() && isName(Update->Target, V))
    return Gives || escapes(Update->Value, V, /*IsDiscarded=*/false);
  if (const Expr *From = trivialCopy(S); From && isPartOf(From, V))
    return false;
  if (const auto A = assignment(S)) {
    bool Writes = isWhole(A->Target, V);
    bool Reads = A->Value->isGLValue() && isPartOf(A->Value, V);
    return (Writes && Gives) || (!Writes && escapes(A->Target, V, false)) ||
           (!Reads && escapes(A->Value, V, false));
  }
  const bool HoldsStatements = !E && !isa<DeclStmt, ReturnStmt>(S);
  return llvm::any_of(S->children(), [&](const Stmt *C) {
    return escapes(C, V, HoldsStatements);
  });
}

/// Walks statements in the order in which they run.
class FirstUse {
public:
  /// \p From: what is written in front of this statement, or in it, is not
  /// written.
  explicit FirstUse(const VarDecl *V, const Stmt *From = nullptr)
      : V(V), From(From), Begun(!From) {}

  bool Written = false; ///< on every way to this point
  bool Exposed = false; ///< read where it may not have been written yet
  bool hasBegun() const { return Begun; }

  void walk(const Stmt *S) {
    if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (S == From) {
      Begun = true;
      Written = false;
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      walk(If->getInit());
      walk(If->getConditionVariableDeclStmt());
      walk(If->getCond());
      return fork(If->getThen(), If->getElse());
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      walk(For->getInit());
      walk(For->getConditionVariableDeclStmt());
      walk(For->getCond());
      maybe(For->getBody());
      return maybe(For->getInc());
    }
    if (const auto *While = dyn_cast<WhileStmt>(S)) {
      walk(While->getConditionVariableDeclStmt());
      walk(While->getCond());
      return maybe(While->getBody());
    }
    if (isa<CompoundStmt, AttributedStmt, DeclStmt>(S) ||
        (onceBlock(S) && !findJump(S))) {
      for (const Stmt *Child : S->children())
        walk(Child);
      return;
    }
    if (const auto *E = dyn_cast<Expr>(S))
      return walkExpr(E);
    // do, switch, labels and whatever else jumps: what they write is not
    // relied on, not even by themselves.
    reads(S);
  }

private:
  void maybe(const Stmt *S) {
    bool Before = Written;
    walk(S);
    Written = Before;
  }

  void fork(const Stmt *A, const Stmt *B) {
    bool Before = Written;
    walk(A);
    bool AfterA = Written;
    Written = Before;
    walk(B);
    Written &= AfterA;
  }

  void walkExpr(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto A = assignment(E)) {
      if (!isWhole(A->Target, V))
        return reads(E);
      reads(A->Value);
      Written = true;
      return;
    }
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      return walkExpr(C->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Comma) {
      walkExpr(B->getLHS());
      return walkExpr(B->getRHS());
    }
    reads(E);
  }

  /// Any mention counts as a read.
  void reads(const Stmt *S) {
    if (!S || Written || !Begun || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      Exposed |= Ref->getDecl() == V;
    for (const Stmt *Child : S->children())
      reads(Child);
  }

  const VarDecl *V;
  const Stmt *From;
  bool Begun; ///< From has been met
};

/// What runs again with the loop in it reads \p V first, or is not understood.
bool isReadAgain(const LoopAnalysis &A, const Stmt *Body, const VarDecl *V) {
  if (findLabel(Body))
    return true;
  for (const Stmt *S = parentStatement(A.K.Loop, A.Context); S && S != Body;
       S = parentStatement(S, A.Context)) {
    const auto *For = dyn_cast<ForStmt>(S);
    if (!For && isLoopStatement(S))
      return true;
    FirstUse Again(V);
    if (For)
      for (const Stmt *Each :
           {static_cast<const Stmt *>(For->getInc()),
            static_cast<const Stmt *>(For->getCond()), For->getBody()})
        Again.walk(Each);
    if (Again.Exposed)
      return true;
  }
  return false;
}

/// A use outside the loop that may see a value from inside it.
bool isUsedBeyond(const LoopAnalysis &A, const Stmt *Body, const VarDecl *V) {
  FirstUse Behind(V, A.K.Loop);
  Behind.walk(Body);
  if (!Behind.hasBegun() || (A.K.InOuterLoop && isReadAgain(A, Body, V)))
    return findMention(Body, V, /*Without=*/A.K.Loop);
  return Behind.Exposed;
}

/// A statement of the body declares it, and gives it no value.
bool isDeclaredBare(const LoopAnalysis &A, const VarDecl *V) {
  return !V->getInit() && llvm::any_of(A.K.Units, [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::is_contained(D->decls(), V);
  });
}

/// No value of it passes to the next iteration by another name, or behind the
/// loop; then what each half uses of it first is in \p Loads and \p
/// Computation.
bool isWithinIterations(const LoopAnalysis &A, const VarDecl *V,
                        FirstUse &Loads, FirstUse &Computation) {
  QualType T = V->getType();
  const Stmt *Body = A.K.Function->getBody();
  bool Plain = T->isScalarType() ||
               (T->isConstantArrayType() &&
                A.Context.getBaseElementType(T)->isScalarType() &&
                !A.Context.getBaseElementType(T).isVolatileQualified()) ||
               (T->isRecordType() && T.isTriviallyCopyableType(A.Context));
  if (!(A.isOutside(V) || isDeclaredBare(A, V)) || !V->isLocalVarDeclOrParm() ||
      V->isStaticLocal() || isa<DecompositionDecl>(V) ||
      T.isVolatileQualified() || !Plain || mayKeepItsAddress(V) ||
      escapes(Body, V) || isNamedByHead(A, V) ||
      (A.isOutside(V) && isUsedBeyond(A, Body, V)))
    return false;
  return walkHalves(A, V, Loads, Computation) && !Loads.Exposed;
}

bool isScratch(const LoopAnalysis &A, const VarDecl *V) {
  FirstUse Loads(V), Computation(V);
  return isWithinIterations(A, V, Loads, Computation) && !Computation.Exposed;
}

} // namespace

bool isGivenEach(const LoopAnalysis &A, const VarDecl *V) {
  FirstUse Loads(V), Computation(V);
  return isWithinIterations(A, V, Loads, Computation);
}

bool mayKeepItsAddress(const VarDecl *V) {
  const auto *R =
      V->getASTContext().getBaseElementType(V->getType())->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition() || isa<ParmVarDecl>(V))
    return false;
  if (R->hasInClassInitializer())
    return true;
  return llvm::any_of(R->ctors(), [](const CXXConstructorDecl *C) {
    if (!C->isUserProvided() || isSystem(C))
      return false;
    const auto *Body = dyn_cast_or_null<CompoundStmt>(C->getBody());
    return !Body || !Body->body_empty() ||
           llvm::any_of(C->inits(), [](const CXXCtorInitializer *Init) {
             return hasBelow<CXXThisExpr>(Init->getInit());
           });
  });
}

ScratchVariables findScratch(const LoopAnalysis &A) {
  ScratchVariables Out;
  for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
    for (const VarDecl *V : A.UnitEffects[I].Writes)
      if (!Out.contains(V) && (isScratch(A, V) || isScratchByParts(A, V)))
        Out.insert(V);
  return Out;
}

} // namespace pipeline_rewrite
