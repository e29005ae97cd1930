//===- BytesOf.cpp - Which bytes of a variable an expression means --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/BytesOf.h"
#include "Analyse/Memory/Provenance.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
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
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      return accessor(O, O->getArg(0));
    if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
      return accessor(C, C->getImplicitObjectArgument());
    if (const auto *C = dyn_cast<CastExpr>(E))
      return cast(C, CK_LValueBitCast) && object(C->getSubExpr());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return member(M);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return pointer(A->getBase()) && moveBy(A->getIdx(), A->getType());
    const auto *U = dyn_cast<UnaryOperator>(E);
    return U && U->getOpcode() == UO_Deref && pointer(U->getSubExpr());
  }

  BytesOf Out;
  int64_t At = 0;
  QualType Within; ///< what is not exact begins at At and is a part of such
  bool IsAddress = false; ///< by the address of an object, and not of an array

private:
  /// \p Bits: the cast to another type, which may be a larger one.
  bool cast(const CastExpr *C, CastKind Bits) {
    IsCast |= C->getCastKind() == Bits;
    return C->getCastKind() == Bits || C->getCastKind() == CK_NoOp;
  }

  bool member(const MemberExpr *M) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->isBitField() || F->getType()->isReferenceType() ||
        !(M->isArrow() ? pointer(M->getBase()) : object(M->getBase())))
      return false;
    if (Out.Exact)
      At +=
          Context.toCharUnitsFromBits(Context.getFieldOffset(F)).getQuantity();
    return true;
  }

  /// `v[i]`, `v.at(i)` of a class whose function returns a part of the object.
  bool accessor(const CallExpr *Call, const Expr *Object) {
    const FunctionDecl *F = findBodyOf(Call);
    const auto *Body = F && isa<CXXMethodDecl>(F) &&
                               F->getReturnType()->isLValueReferenceType()
                           ? dyn_cast<CompoundStmt>(F->getBody())
                           : nullptr;
    const auto *Return = Body && Body->size() == 1
                             ? dyn_cast<ReturnStmt>(Body->body_front())
                             : nullptr;
    if (!Return || Object->getType()->isPointerType() ||
        !isOfThis(Return->getRetValue()) || !object(Object))
      return false;
    for (const Expr *Arg : Call->arguments())
      if (Arg != Object)
        Out.Indices.push_back(Arg);
    if (Out.Exact && !IsCast)
      Within = Object->getType();
    Out.Exact = false;
    return true;
  }

  /// `member`, `member[i].x`, and nothing behind a pointer.
  static bool isOfThis(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
      return (C->getCastKind() == CK_NoOp ||
              C->getCastKind() == CK_ArrayToPointerDecay) &&
             isOfThis(C->getSubExpr());
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return isOfThis(A->getBase()) && isOfParameters(A->getIdx());
    const auto *M = dyn_cast<MemberExpr>(E);
    const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    if (!F || F->isBitField() || F->getType()->isReferenceType())
      return false;
    return M->isArrow() ? isa<CXXThisExpr>(M->getBase()->IgnoreParens())
                        : isOfThis(M->getBase());
  }

  /// Nothing of the object is read or written for it.
  static bool isOfParameters(const Stmt *S) {
    return !hasBelow<CXXThisExpr, CallExpr, CXXConstructExpr, LambdaExpr>(S);
  }

  /// Where the pointer \p E points to.
  bool pointer(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      if (C->getCastKind() == CK_ArrayToPointerDecay)
        return object(C->getSubExpr());
      return cast(C, CK_BitCast) && pointer(C->getSubExpr());
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      IsAddress = true;
      return U->getOpcode() == UO_AddrOf && object(U->getSubExpr());
    }
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_Add &&
           B->getLHS()->getType()->isPointerType() && pointer(B->getLHS()) &&
           moveBy(B->getRHS(), B->getType()->getPointeeType());
  }

  bool moveBy(const Expr *Index, QualType Element) {
    Out.Indices.push_back(Index);
    Within = QualType();
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
  bool IsCast = false; ///< something around what is looked at
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
  const uint64_t All =
      Context.getTypeSizeInChars(V->getType().getNonReferenceType())
          .getQuantity();
  Out.Size = All;
  const QualType Of = Out.Exact ? T : R.Within;
  if (Of.isNull()) {
    // What lies beside the object of a reference may be of its array, too.
    if (R.IsAddress && V->getType()->isReferenceType())
      return std::nullopt;
    return Out;
  }
  Out.Begin = R.At;
  Out.Size = Context.getTypeSizeInChars(Of).getQuantity();
  return R.At >= 0 && Out.Begin + Out.Size <= All ? std::optional(Out)
                                                  : std::nullopt;
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
