//===- ThreadCover.cpp - Do a block's threads take every round of a loop? -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/ThreadCover.h"
#include "Analyse/Memory/Provenance.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// \p S names a variable of some function, whose name may mean something else
/// where the copy loop stands.
bool namesLocal(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      return V->isLocalVarDeclOrParm();
  return llvm::any_of(S->children(), [](const Stmt *Child) {
    return Child && namesLocal(Child);
  });
}

class Cover {
public:
  Cover(const CopyLoop &Loop, const FunctionDecl *Kernel)
      : Loop(Loop), Kernel(Kernel), Context(Kernel->getASTContext()) {}

  std::optional<llvm::SmallVector<WideCondition, 4>> find() {
    if (!Loop.Start || !Loop.Step || !(isProduct(Loop.Step) || isConstant()))
      return std::nullopt;
    const Expr *Start = resolve(Loop.Start);
    if (is(Start, "threadIdx", "x"))
      return ofOneDimension();
    const auto *Sum = dyn_cast<BinaryOperator>(Start);
    if (!Sum || Sum->getOpcode() != BO_Add)
      return std::nullopt;
    for (bool Swap : {false, true}) {
      const Expr *X = Swap ? Sum->getLHS() : Sum->getRHS();
      const Expr *Rows = rowWidth(Swap ? Sum->getRHS() : Sum->getLHS());
      if (Rows && is(X, "threadIdx", "x"))
        return ofTwoDimensions(Rows);
    }
    return std::nullopt;
  }

private:
  using Conditions = llvm::SmallVector<WideCondition, 4>;

  bool isConstant() const {
    return constantValue(Loop.Step, Context).value_or(0) > 0;
  }

  /// Without conversions that keep 32 bits; for an unchanged local its value.
  const Expr *resolve(const Expr *E) const {
    for (unsigned Depth = 0; Depth < 16; ++Depth) {
      E = E->IgnoreParens();
      const auto *Cast = dyn_cast<CastExpr>(E);
      if (Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                   Cast->getCastKind() == CK_NoOp ||
                   (Cast->getCastKind() == CK_IntegralCast &&
                    Context.getTypeSize(Cast->getType()) >= 32))) {
        E = Cast->getSubExpr();
        continue;
      }
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!V || !V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit() ||
          V->getType()->isReferenceType() ||
          V->getType().isVolatileQualified() || isChanged(Kernel->getBody(), V))
        return E;
      E = stripBraces(V->getInit());
    }
    return E;
  }

  bool is(const Expr *E, llvm::StringRef Object, llvm::StringRef Name) const {
    return isBuiltinMember(resolve(E), Object, Name);
  }

  /// W of `threadIdx.y * W`.
  const Expr *rowWidth(const Expr *E) const {
    const auto *B = dyn_cast<BinaryOperator>(resolve(E));
    if (!B || B->getOpcode() != BO_Mul)
      return nullptr;
    const Expr *W = is(B->getLHS(), "threadIdx", "y")   ? B->getRHS()
                    : is(B->getRHS(), "threadIdx", "y") ? B->getLHS()
                                                        : nullptr;
    if (!W || is(W, "blockDim", "x"))
      return W;
    bool Usable = constantValue(W, Context).value_or(0) > 0 && !namesLocal(W);
    return Usable ? W : nullptr;
  }

  /// `blockDim.x`, or that times `blockDim.y`.
  bool isProduct(const Expr *E) const {
    if (is(E, "blockDim", "x"))
      return true;
    return isArea(E);
  }

  bool isArea(const Expr *E) const {
    const auto *B = dyn_cast<BinaryOperator>(resolve(E));
    return B && B->getOpcode() == BO_Mul &&
           ((is(B->getLHS(), "blockDim", "x") &&
             is(B->getRHS(), "blockDim", "y")) ||
            (is(B->getLHS(), "blockDim", "y") &&
             is(B->getRHS(), "blockDim", "x")));
  }

  /// Starts are all numbers below blockDim.x.
  std::optional<Conditions> ofOneDimension() const {
    if (is(Loop.Step, "blockDim", "x"))
      return Conditions();
    if (isArea(Loop.Step))
      return std::nullopt;
    return Conditions{{WideCondition::ThreadsX, Loop.Step}};
  }

  /// Rows of so many threads beside each other; those of a block that is wider
  /// overlap.
  std::optional<Conditions> ofTwoDimensions(const Expr *Row) const {
    if (is(Row, "blockDim", "x")) {
      if (isProduct(Loop.Step)) // a row is enough, if that is what they share
        return Conditions();
      return Conditions{{WideCondition::ThreadsXY, Loop.Step}};
    }
    if (isProduct(Loop.Step))
      return std::nullopt;
    return Conditions{{WideCondition::ThreadsX, Row},
                      {WideCondition::RowsOfThreads, Row, Loop.Step}};
  }

  const CopyLoop &Loop;
  const FunctionDecl *Kernel;
  const ASTContext &Context;
};

} // namespace

std::optional<llvm::SmallVector<WideCondition, 4>>
threadCover(const CopyLoop &Loop, const FunctionDecl *Kernel) {
  return Cover(Loop, Kernel).find();
}

} // namespace pipeline_rewrite
