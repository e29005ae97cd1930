//===- Ratio.cpp - Arithmetic of a tile against the bytes it loads --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the published ratio 2*BM*BN*BK / ((BM*BK + BK*BN)*sizeof(T)) from
// the code: floating-point operations of one thread's compute slice over the
// bytes that the same thread loads, loops counted where their trip counts are
// constant.
//===----------------------------------------------------------------------===//
#include "Analyse/CopyLoop.h"
#include "Analyse/LoopAnalysis.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Operations of one wmma::mma_sync by one thread: 2*m*n*k over the warp's 32
/// lanes.
double wmmaOperations(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || F->getNameAsString() != "mma_sync" || Call->getNumArgs() < 1)
    return 0;
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Call->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!Spec || Spec->getTemplateArgs().size() < 4)
    return 2.0 * 16 * 16 * 16 / 32;
  double Product = 2;
  for (unsigned I = 1; I <= 3; ++I)
    if (Spec->getTemplateArgs()[I].getKind() == TemplateArgument::Integral)
      Product *= Spec->getTemplateArgs()[I].getAsIntegral().getExtValue();
  return Product / 32;
}

class Counter {
public:
  explicit Counter(const ASTContext &Context) : Context(Context) {}
  bool Known = true;

  double operations(const Stmt *S) {
    if (!S)
      return 0;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      double Body = operations(For->getBody());
      return Body == 0 ? 0 : Body * trips(For);
    }
    double Sum = 0;
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      if (B->getType()->isRealFloatingType() &&
          (B->isAdditiveOp() || B->isMultiplicativeOp() ||
           B->isCompoundAssignmentOp()))
        Sum += 1;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      Sum += wmmaOperations(Call);
      const FunctionDecl *F = Call->getDirectCallee();
      if (F &&
          (F->getNameAsString() == "fma" || F->getNameAsString() == "fmaf" ||
           F->getNameAsString() == "__fmaf_rn"))
        Sum += 2;
    }
    for (const Stmt *Child : S->children())
      Sum += operations(Child);
    return Sum;
  }

  double bytes(const LoadSlice &Slice, const Stmt *S) {
    if (!S)
      return 0;
    if (const TileStore *Store = Slice.findStore(S)) {
      QualType T = Store->Target->getType();
      T = Store->By && T->isPointerType() ? T->getPointeeType() : T;
      return Context.getTypeSizeInChars(T).getQuantity();
    }
    double Sum = 0;
    if (const LoadCall *Call = Slice.findCall(S)) {
      for (const LoopUnit &U : Call->Units)
        Sum += bytes(*Call, U.S);
      return Sum;
    }
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      double Body = bytes(Slice, For->getBody());
      return Body == 0 ? 0 : Body * trips(For);
    }
    for (const Stmt *Child : S->children())
      Sum += bytes(Slice, Child);
    return Sum;
  }

private:
  double trips(const ForStmt *For) {
    uint64_t N = describeCopyLoop(For, Context).Trips;
    Known &= N != 0;
    return N;
  }
  const ASTContext &Context;
};

} // namespace

double computeLoadRatio(const LoopAnalysis &A) {
  Counter C(A.Context);
  double Operations = 0, Bytes = 0;
  for (const LoopUnit &U : A.Facts.Units) {
    if (U.isLoadSide())
      Bytes += C.bytes(A.Facts, U.S);
    if (U.Role == UnitRole::Compute)
      Operations += C.operations(U.S);
  }
  return C.Known && Bytes > 0 ? Operations / Bytes : 0;
}

} // namespace pipeline_rewrite
