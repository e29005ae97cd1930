//===- BytesOf.cpp - Which bytes of a variable an expression means --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/BytesOf.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Reader {
public:
  Reader(const VarDecl *V, KnownValues Known)
      : V(V), Known(Known), Context(V->getASTContext()) {}

  /// What the lvalue \p E begins at; false if that is not \p V.
  bool object(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl() == V;
    if (const auto *C = dyn_cast<CastExpr>(E))
      return (C->getCastKind() == CK_NoOp ||
              C->getCastKind() == CK_LValueBitCast) &&
             object(C->getSubExpr());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return member(M);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return pointer(A->getBase()) && moveBy(A->getIdx(), A->getType());
    const auto *U = dyn_cast<UnaryOperator>(E);
    return U && U->getOpcode() == UO_Deref && pointer(U->getSubExpr());
  }

  BytesOf Out;
  int64_t At = 0;

private:
  bool member(const MemberExpr *M) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->isBitField() || F->getType()->isReferenceType() ||
        !(M->isArrow() ? pointer(M->getBase()) : object(M->getBase())))
      return false;
    At += Context.toCharUnitsFromBits(Context.getFieldOffset(F)).getQuantity();
    return true;
  }

  /// Where the pointer \p E points to.
  bool pointer(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_ArrayToPointerDecay)
        return object(C->getSubExpr());
      return (C->getCastKind() == CK_BitCast || C->getCastKind() == CK_NoOp) &&
             pointer(C->getSubExpr());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_AddrOf && object(U->getSubExpr());
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_Add &&
           B->getLHS()->getType()->isPointerType() && pointer(B->getLHS()) &&
           moveBy(B->getRHS(), B->getType()->getPointeeType());
  }

  bool moveBy(const Expr *Index, QualType Element) {
    Out.Indices.push_back(Index);
    auto Value = fixedValue(Index, Context, Known);
    auto Bytes =
        Value ? llvm::checkedMul<int64_t>(
                    *Value, Context.getTypeSizeInChars(Element).getQuantity())
              : std::nullopt;
    auto Sum = Bytes ? llvm::checkedAdd(At, *Bytes) : std::nullopt;
    Out.Exact &= Sum.has_value();
    At = Sum.value_or(0);
    return true;
  }

  const VarDecl *V;
  KnownValues Known;
  const ASTContext &Context;
};

} // namespace

std::optional<BytesOf> bytesOf(const Expr *E, const VarDecl *V,
                               KnownValues Known) {
  const ASTContext &Context = V->getASTContext();
  QualType T = E->getType();
  Reader R(V, Known);
  if (T.isVolatileQualified() || T->isIncompleteType() || !R.object(E))
    return std::nullopt;
  BytesOf Out = std::move(R.Out);
  const uint64_t All = Context.getTypeSizeInChars(V->getType()).getQuantity();
  Out.Size = Context.getTypeSizeInChars(T).getQuantity();
  if (!Out.Exact)
    return Out;
  if (R.At < 0 || R.At + Out.Size > All)
    return std::nullopt;
  Out.Begin = R.At;
  return Out;
}

bool hasNoPadding(QualType T, const ASTContext &Context) {
  T = Context.getBaseElementType(T);
  const auto *R = T->getAsCXXRecordDecl();
  if (!R)
    return T->isScalarType();
  if (!R->hasDefinition() || R->getNumBases() || R->isUnion())
    return false;
  uint64_t Bits = 0;
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField() || !hasNoPadding(F->getType(), Context))
      return false;
    Bits += Context.getTypeSize(F->getType());
  }
  return Bits == Context.getTypeSize(T);
}

} // namespace pipeline_rewrite
