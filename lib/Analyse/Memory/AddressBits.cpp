//===- AddressBits.cpp - Loops that look at the bits of an address --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With several buffers a tile is elsewhere, and a static tile may become part
// of dynamic shared memory. Sums of an address and an offset go with it; what
// its bits decide, a swizzle by `address ^ mask`, goes with it only if all
// buffers have the same ones.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Escape.h"
#include "Analyse/Memory/KeptNumber.h"
#include "Ast/AsmOpcodes.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// That of `a ^ b` and `a ^= b`.
BinaryOperatorKind operatorOf(const BinaryOperator &B) {
  const auto Put = builtinAssignment(&B);
  return Put && Put->Operator ? *Put->Operator : B.getOpcode();
}

/// More is made of a number than a sum, or a number like it.
bool mixesBits(const BinaryOperator &B) {
  const BinaryOperatorKind Kind = operatorOf(B);
  return BinaryOperator::isMultiplicativeOp(Kind) ||
         BinaryOperator::isShiftOp(Kind) || BinaryOperator::isBitwiseOp(Kind);
}

std::optional<uint64_t> constant(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Value;
  if (E->isValueDependent() || !E->EvaluateAsInt(Value, Context) ||
      Value.Val.getInt().getBitWidth() > 64)
    return std::nullopt;
  return Value.Val.getInt().getZExtValue();
}

/// A value has no other bits, as far as masks and constants tell.
uint64_t mostOf(const Expr *E, const ASTContext &Context) {
  if (const auto Value = constant(E, Context))
    return *Value;
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  if (!B)
    return ~uint64_t(0);
  const auto Number = constant(B->getRHS(), Context);
  if (B->getOpcode() == BO_And)
    return mostOf(B->getLHS(), Context) & mostOf(B->getRHS(), Context);
  if (B->getOpcode() == BO_Shr && Number && *Number < 64)
    return mostOf(B->getLHS(), Context) >> *Number;
  return ~uint64_t(0);
}

/// What of an address is more than an offset from it. All that may be done with
/// the number is named here: sums, moves, loads by assembly, and functions that
/// do no more.
class AddressBits {
public:
  /// \p Number: behind its find(). \p Aligned: a power of two of which the
  /// addresses of the tile and of its other buffers are multiples.
  AddressBits(KeptNumber &Number, const Addressed &Tile, uint64_t Aligned)
      : Number(Number), Tile(Tile), Context(Tile.A.Context), Aligned(Aligned) {}

  const Expr *find(const Stmt *S, unsigned Depth = 0) {
    if (!S)
      return nullptr;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      follow(*D, Depth);
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && mixesBits(*B) && isOfNumber(*B))
      return isCovered(*B) ? nullptr : B;
    if (const auto *E = dyn_cast<Expr>(S); E && isMore(*E, Depth))
      return E;
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S);
        Asm && describeAsm(asmText(*Asm)).MixesBits)
      for (const Stmt *Child : Asm->children())
        if (const auto *E = dyn_cast_or_null<Expr>(Child);
            E && (isNumber(E) || Tile.isIn(E)))
          return E;
    for (const Stmt *Child : S->children())
      if (const Expr *Found = find(Child, Depth))
        return Found;
    return nullptr;
  }

private:
  bool isNumber(const Expr *E) {
    return E && E->getType()->isIntegerType() &&
           (Number.carried(E) || Number.holds(E));
  }

  bool isOfNumber(const BinaryOperator &B) {
    return isNumber(B.getLHS()) || isNumber(B.getRHS());
  }

  /// Its functions may do anything with it.
  static bool isIntoObject(const BinaryOperator &B) {
    const auto Put = builtinAssignment(&B);
    return Put && isa<MemberExpr>(Put->Target->IgnoreParens());
  }

  /// Variables of a function that is called, and names for others.
  void follow(const DeclStmt &D, unsigned Depth) {
    for (const Decl *Each : D.decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->getInit() && mayHoldAddress(V) &&
          !V->getType().getNonReferenceType()->isRecordType() &&
          (Depth || V->getType()->isReferenceType()) &&
          (Number.carried(V->getInit()) || Number.holds(V->getInit())))
        Number.hold(V);
  }

  bool isMore(const Expr &E, unsigned Depth) {
    if (const auto *B = dyn_cast<BinaryOperator>(&E))
      return isOfNumber(*B) && (B->isComparisonOp() || isIntoObject(*B));
    if (const auto *U = dyn_cast<UnaryOperator>(&E))
      return U->getOpcode() == UO_AddrOf
                 ? U->getSubExpr()->getType()->isIntegerType() &&
                       Number.holds(U->getSubExpr())
                 : llvm::is_contained({UO_Not, UO_Minus, UO_LNot},
                                      U->getOpcode()) &&
                       isNumber(U->getSubExpr());
    if (const auto *C = dyn_cast<CastExpr>(&E))
      return isNumber(C->getSubExpr()) && losesBits(*C);
    if (const auto *I = dyn_cast<ArraySubscriptExpr>(&E))
      return isNumber(I->getIdx());
    if (const auto *Call = dyn_cast<CallExpr>(&E))
      return isMoreIn(*Call, Depth);
    // Into an object, as above.
    return isa<InitListExpr, CXXConstructExpr>(E) &&
           E.getType()->isRecordType() &&
           llvm::any_of(E.children(), [&](const Stmt *Child) {
             return isNumber(dyn_cast_or_null<Expr>(Child));
           });
  }

  bool losesBits(const CastExpr &C) const {
    return C.getCastKind() == CK_IntegralToFloating ||
           C.getCastKind() == CK_IntegralToBoolean ||
           (C.getCastKind() == CK_IntegralCast &&
            !isWideInteger(C.getType(), Context));
  }

  bool isMoreIn(const CallExpr &Call, unsigned Depth) {
    const FunctionDecl *F = Call.getDirectCallee(), *Body = nullptr;
    const bool IsSeen = F && !isSystem(F) && F->hasBody(Body);
    bool IsGiven = false;
    for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
      const Expr *Arg = Call.getArg(I);
      if (Tile.isIn(Arg) && IsSeen && mixesPointers(Body->getBody()))
        return true;
      if (!isNumber(Arg))
        continue;
      if (!IsSeen || isa<CXXOperatorCallExpr>(Call) ||
          I >= Body->getNumParams() || Depth > 3)
        return true;
      IsGiven |= Number.hold(Body->getParamDecl(I));
    }
    return IsGiven && find(Body->getBody(), Depth + 1);
  }

  /// A function that is given a pointer makes a number of one, and more than a
  /// sum of some number.
  static bool mixesPointers(const Stmt *Body) {
    return findBelow(Body,
                     [](const Stmt *S) {
                       const auto *C = dyn_cast<CastExpr>(S);
                       return isa<GCCAsmStmt>(S) ||
                              (C && C->getCastKind() == CK_PointerToIntegral);
                     }) &&
           findBelow<BinaryOperator>(
               Body, [](const BinaryOperator *B) { return mixesBits(*B); }) &&
           !loadsByAsm(Body);
  }

  /// Of the bits alone that each buffer's address has alike.
  bool isCovered(const BinaryOperator &B) {
    const Expr *L = B.getLHS(), *R = B.getRHS();
    switch (operatorOf(B)) {
    case BO_And: {
      const auto Mask =
          constant(R, Context) ? constant(R, Context) : constant(L, Context);
      const Expr *Of = constant(R, Context) ? L : R;
      const uint64_t All =
          llvm::maskTrailingOnes<uint64_t>(Context.getTypeSize(B.getType()));
      return Mask && (isCovered(Of, *Mask) || isCovered(Of, ~*Mask & All));
    }
    case BO_Xor:
    case BO_Or:
      return llvm::any_of(std::initializer_list<const Expr *>{L, R},
                          [&](const Expr *E) {
                            return mostOf(E, Context) < Aligned &&
                                   isCovered(E, mostOf(E, Context));
                          });
    default:
      return false;
    }
  }

  /// The bits of \p Mask in \p E are made of such bits alone.
  bool isCovered(const Expr *E, uint64_t Mask) {
    E = E->IgnoreParenCasts();
    if (!isNumber(E))
      return true;
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return Mask < Aligned;
    const Expr *L = B->getLHS(), *R = B->getRHS();
    const auto Number = constant(R, Context);
    switch (B->getOpcode()) {
    case BO_And:
      return Number && isCovered(L, Mask & *Number);
    case BO_Shr:
      return Number && *Number < 64 && Mask <= (~uint64_t(0) >> *Number) &&
             isCovered(L, Mask << *Number);
    case BO_Xor:
    case BO_Or:
      return isCovered(L, Mask) && isCovered(R, Mask);
    case BO_Add:
    case BO_Sub: { // carries come from below
      const uint64_t Below =
          Mask ? llvm::maskTrailingOnes<uint64_t>(llvm::Log2_64(Mask) + 1) : 0;
      return isCovered(L, Below) && isCovered(R, Below);
    }
    default:
      return false;
    }
  }

  KeptNumber &Number;
  const Addressed &Tile;
  const ASTContext &Context;
  const uint64_t Aligned;
};

} // namespace

const Expr *findAddressBits(const LoopAnalysis &A, const VarDecl *V) {
  if (V->hasExternalStorage())
    return nullptr;
  const Addressed Tile{A, V};
  KeptNumber Number(Tile, /*InObjects=*/false);
  const uint64_t Aligned =
      V->hasAttr<AlignedAttr>() ? V->getMaxAlignment() / 8 : 1;
  return Number.find() ? nullptr
                       : AddressBits(Number, Tile, Aligned).find(A.K.Body);
}

} // namespace pipeline_rewrite
