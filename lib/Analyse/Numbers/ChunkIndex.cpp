//===- ChunkIndex.cpp - How an address changes along a chunk --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/ChunkIndex.h"
#include "Analyse/Memory/Provenance.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Longest chain of operators and locals that is followed.
constexpr unsigned MaxDepth = 24;

const VarDecl *namedIn(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool isPowerOf2(int64_t N) { return N > 0 && (N & (N - 1)) == 0; }

} // namespace

/// A variable of the loop's body with one value, which it is made with.
const VarDecl *ChunkIndex::bodyLocal(const Expr *E) const {
  const VarDecl *V = namedIn(E);
  if (!V || !V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit() ||
      V == Loop.Var || V->getType()->isReferenceType() ||
      V->getType().isVolatileQualified())
    return nullptr;
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(V->getLocation());
  SourceRange Body = Loop.Loop->getBody()->getSourceRange();
  bool Inside =
      !SM.isBeforeInTranslationUnit(At, SM.getExpansionLoc(Body.getBegin())) &&
      SM.isBeforeInTranslationUnit(At, SM.getExpansionLoc(Body.getEnd()));
  return Inside && !isChanged(Loop.Loop->getBody(), V) ? V : nullptr;
}

const Expr *ChunkIndex::resolve(const Expr *E) const {
  for (unsigned Depth = 0; Depth < MaxDepth; ++Depth) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                 Cast->getCastKind() == CK_NoOp ||
                 (Cast->getCastKind() == CK_IntegralCast &&
                  Context.getTypeSize(Cast->getType()) >= 32)))
      E = Cast->getSubExpr();
    else if (const VarDecl *V = bodyLocal(E))
      E = stripBraces(V->getInit());
    else
      return E;
  }
  return E;
}

bool ChunkIndex::isVariable(const Expr *E) const {
  return namedIn(resolve(E)) == Loop.Var;
}

/// `i / W`, `i >> 4`; `i % W`, `i & 15`.
ChunkIndex::Width ChunkIndex::ofOperator(const Expr *E, bool Quotient) const {
  const auto *B = dyn_cast<BinaryOperator>(resolve(E));
  if (!B || !isVariable(B->getLHS()))
    return {};
  const Expr *Right = B->getRHS();
  if (B->getOpcode() == (Quotient ? BO_Div : BO_Rem))
    return {constantValue(Right, Context).value_or(0),
            writtenNumber(Right) ? nullptr : Right};
  auto Number = writtenNumber(Right);
  if (!Number || B->getOpcode() != (Quotient ? BO_Shr : BO_And))
    return {};
  if (Quotient)
    return {*Number < 31 ? int64_t(1) << *Number : 0, nullptr};
  return {isPowerOf2(*Number + 1) ? *Number + 1 : 0, nullptr};
}

ChunkIndex::Width ChunkIndex::ofQuotient(const Expr *E) const {
  return ofOperator(E, /*Quotient=*/true);
}

ChunkIndex::Width ChunkIndex::ofRemainder(const Expr *E) const {
  return ofOperator(E, /*Quotient=*/false);
}

bool ChunkIndex::divides(Width W) {
  if (W.Value <= 0)
    return false;
  if (W.Text && !llvm::is_contained(Divisors, W.Text))
    Divisors.push_back(W.Text);
  return W.Value % Elements == 0;
}

ChunkIndex::Kind ChunkIndex::sum(Kind A, Kind B) const {
  if (A == Other || B == Other || (A != Same && B != Same))
    return Other;
  return A == Same && B == Same ? Same : Linear;
}

ChunkIndex::Kind ChunkIndex::ofIndex(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return Other;
  E = E->IgnoreParens();
  if (Threads.isUniform(E))
    return Same;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return ofCast(Cast, Depth);
  if (namedIn(E) == Loop.Var)
    return Aligned;
  if (const VarDecl *V = bodyLocal(E))
    return ofIndex(stripBraces(V->getInit()), Depth + 1);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofBinary(B, Depth);
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (U && (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
      ofIndex(U->getSubExpr(), Depth + 1) == Same)
    return Same;
  return Other;
}

ChunkIndex::Kind ChunkIndex::ofCast(const CastExpr *C, unsigned Depth) {
  Kind Inner = ofIndex(C->getSubExpr(), Depth + 1);
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return Inner;
  case CK_IntegralCast: {
    const uint64_t To = Context.getTypeSize(C->getType());
    // The variable itself is less than any tile has bytes.
    const uint64_t From =
        Inner == Linear ? Context.getTypeSize(C->getSubExpr()->getType()) : 32;
    return Inner == Same || To >= From ? Inner : Other;
  }
  default:
    return Other;
  }
}

ChunkIndex::Kind ChunkIndex::ofBinary(const BinaryOperator *B, unsigned Depth) {
  const Kind L = ofIndex(B->getLHS(), Depth + 1);
  const Kind R = ofIndex(B->getRHS(), Depth + 1);
  switch (B->getOpcode()) {
  case BO_Add:
    return sum(L, R);
  case BO_Sub:
    return R == Same ? sum(L, R) : Other;
  case BO_Mul:
    return L == Same && R == Same ? Same : Other;
  case BO_Div:
  case BO_Shr:
    if (L == Same && R == Same)
      return Same;
    return divides(ofQuotient(B)) ? Same : Other;
  case BO_Rem:
  case BO_And:
    if (L == Same && R == Same)
      return Same;
    return divides(ofRemainder(B)) ? Aligned : Other;
  default:
    return Other;
  }
}

ChunkIndex::Kind ChunkIndex::ofLValue(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return Other;
  E = E->IgnoreParens();
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return sum(ofPointer(A->getBase(), Depth + 1),
               ofIndex(A->getIdx(), Depth + 1));
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && U->getOpcode() == UO_Deref ? ofPointer(U->getSubExpr(), Depth + 1)
                                         : Other;
}

ChunkIndex::Kind ChunkIndex::ofPointer(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return Other;
  E = E->IgnoreParens();
  if (Threads.isUniform(E))
    return Same;
  if (const VarDecl *V = bodyLocal(E))
    return ofPointer(stripBraces(V->getInit()), Depth + 1);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Inner = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
      return ofPointer(Inner, Depth + 1);
    case CK_ArrayToPointerDecay: {
      // A step of an array's address is a whole row.
      const VarDecl *V = namedIn(Inner->IgnoreParens());
      const bool Global = V && V->hasGlobalStorage() && !V->isStaticLocal();
      return Global || ofLValue(Inner, Depth + 1) == Same ? Same : Other;
    }
    default:
      return Other;
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    return ofLValue(U->getSubExpr(), Depth + 1);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAdditiveOp() || !B->getLHS()->getType()->isPointerType())
    return Other;
  const Kind Offset = ofIndex(B->getRHS(), Depth + 1);
  return B->getOpcode() == BO_Add || Offset == Same
             ? sum(ofPointer(B->getLHS(), Depth + 1), Offset)
             : Other;
}

} // namespace pipeline_rewrite
