//===- Ratio.cpp - Arithmetic of a tile against the bytes it loads --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the published ratio 2*BM*BN*BK / ((BM*BK + BK*BN)*sizeof(T)) from
// the code: floating-point operations of one thread's compute slice, functions
// that it calls among it, over the bytes that the same thread loads. Loops
// count as often as their constant trip counts say, and what few of the threads
// do counts for little; without a trip count, or with arithmetic on integers or
// in assembly, nothing is known.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Loops.h"
#include "IR/Uniformity.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isNamed(const CallExpr *Call,
             std::initializer_list<llvm::StringRef> Names) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && llvm::is_contained(Names, F->getName());
}

/// Operations of one wmma::mma_sync by one thread: 2*m*n*k over the warp's 32
/// lanes.
double wmmaOperations(const CallExpr *Call) {
  const auto *Spec = Call->getNumArgs() < 1
                         ? nullptr
                         : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                               Call->getArg(0)
                                   ->getType()
                                   .getNonReferenceType()
                                   ->getAsCXXRecordDecl());
  if (!Spec || Spec->getTemplateArgs().size() < 4)
    return 2.0 * 16 * 16 * 16 / 32;
  double Product = 2;
  for (unsigned I = 1; I <= 3; ++I)
    if (Spec->getTemplateArgs()[I].getKind() == TemplateArgument::Integral)
      Product *= Spec->getTemplateArgs()[I].getAsIntegral().getExtValue();
  return Product / 32;
}

/// What one row, column or thread of a block is taken to be of all of it.
constexpr double FewThreads = 1.0 / 16;

class RatioFinder {
public:
  explicit RatioFinder(const LoopAnalysis &A) : A(A), Context(A.Context) {}
  bool Known = true;
  bool UsesTensorCores = false;

  double operations(const Stmt *S) {
    if (!S)
      return 0;
    if (const auto *For = dyn_cast<ForStmt>(S)) {
      double Body = operations(For->getBody());
      return Body == 0 ? 0 : Body * trips(For);
    }
    if (const auto *If = dyn_cast<IfStmt>(S); If && isForFew(If->getCond()))
      return operations(If->getThen()) * FewThreads + operations(If->getElse());
    double Sum = own(S);
    for (const Stmt *Child : S->children())
      Sum += operations(Child);
    // How often, only a run can tell.
    Known &= Sum == 0 || !isa<WhileStmt, DoStmt>(S) || onceBlock(S);
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
  /// `threadIdx.y == 0`, alone or among other conditions.
  bool isForFew(const Expr *Condition) const {
    const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
    if (!B)
      return false;
    if (B->getOpcode() == BO_LAnd)
      return isForFew(B->getLHS()) || isForFew(B->getRHS());
    return B->getOpcode() == BO_EQ && A.threads().isOfThread(B->getLHS()) !=
                                          A.threads().isOfThread(B->getRHS());
  }

  /// Those of a node without its children.
  double own(const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      return arithmetic(B);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return call(Call);
    if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
      UsesTensorCores |= llvm::StringRef(asmText(*Asm)).contains("mma");
      Known = false;
    }
    return 0;
  }

  double arithmetic(const BinaryOperator *B) {
    const auto Update = builtinAssignment(B);
    const bool Updates = Update && Update->readsOld();
    if (B->getType()->isRealFloatingType())
      return B->isAdditiveOp() || B->isMultiplicativeOp() || Updates;
    // Sums of integers are work that is not counted, whatever else is.
    if (Updates)
      Known = false;
    return 0;
  }

  double call(const CallExpr *Call) {
    if (isNamed(Call, {"mma_sync"})) {
      UsesTensorCores = true;
      return wmmaOperations(Call);
    }
    if (isNamed(Call, {"fma", "fmaf", "__fmaf_rn"}))
      return 2;
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    if (!F)
      return 0;
    if (F->hasBody(Body) && Depth < MaxDepth &&
        !Context.getSourceManager().isInSystemHeader(Body->getLocation())) {
      ++Depth;
      double Sum = operations(Body->getBody());
      --Depth;
      return Sum;
    }
    return F->getReturnType()->isRealFloatingType() ||
           isa<CXXOperatorCallExpr>(Call);
  }

  double trips(const ForStmt *For) {
    uint64_t N = describeCopyLoop(For, Context).Trips;
    Known &= N != 0;
    return N;
  }
  static constexpr unsigned MaxDepth = 8; ///< of calls
  const LoopAnalysis &A;
  const ASTContext &Context;
  unsigned Depth = 0;
};

} // namespace

void estimateRatio(LoopAnalysis &A) {
  RatioFinder C(A);
  double Operations = 0, Bytes = 0;
  for (const LoopUnit &U : A.Facts.Units) {
    if (U.isLoadSide())
      Bytes += C.bytes(A.Facts, U.S);
    if (U.Role == UnitRole::Compute)
      Operations += C.operations(U.S);
  }
  A.Facts.ComputeLoadRatio = C.Known && Bytes > 0 ? Operations / Bytes : 0;
  A.Facts.Operations = C.Known ? Operations : 0;
  A.Facts.UsesTensorCores = C.UsesTensorCores;
}

} // namespace pipeline_rewrite
