//===- RepeatedCalls.cpp - Functions that a thread runs more than once ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/RepeatedCalls.h"
#include "Analyse/Memory/Callers.h"
#include "Ast/Below.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// \p Call may run twice in one run of \p S.
bool mayRepeat(const Stmt *S, const Stmt *Call) {
  return findBelow(
      S,
      [](const Stmt *Each) {
        return isLoopStatement(Each) || isa<LambdaExpr>(Each);
      },
      [&](const Stmt *Each) { return Each != Call && contains(Each, Call); });
}

bool isRunOnce(const FunctionDecl *F, unsigned Depth) {
  if (F->hasAttr<CUDAGlobalAttr>())
    return true;
  const auto Calls = findAllCalls(F);
  if (!Calls || Depth == MostCallers)
    return false;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Callers;
  bool OnlyKernels = true;
  for (const CallInView &Each : *Calls) {
    const FunctionDecl *By = Each.Caller;
    if (By && By->isDependentContext()) // its instances are asked
      continue;
    if (!By || !Callers.insert(By).second || findLabel(By->getBody()) ||
        mayRepeat(By->getBody(), Each.Call) || !isRunOnce(By, Depth + 1))
      return false;
    OnlyKernels &= By->hasAttr<CUDAGlobalAttr>();
  }
  return OnlyKernels || Callers.size() == 1;
}

/// What a value is made of, if that is the same wherever a thread asks.
class FixedValue {
public:
  explicit FixedValue(const FunctionDecl *In)
      : Body(In->getBody()), Context(In->getASTContext()) {}

  std::optional<std::string> of(const Expr *E, unsigned Depth = 0) const {
    constexpr unsigned MostSteps = 12;
    E = E->IgnoreParens();
    Expr::EvalResult Known;
    if (!E->isValueDependent() && E->EvaluateAsInt(Known, Context))
      return typed(E, llvm::toString(Known.Val.getInt(), 10));
    if (Depth == MostSteps)
      return std::nullopt;
    if (auto Builtin = builtin(E))
      return Builtin;
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      const auto Of = of(Cast->getSubExpr(), Depth + 1);
      const bool IsRead = Cast->getCastKind() == CK_LValueToRValue ||
                          Cast->getCastKind() == CK_NoOp;
      return Of && !IsRead ? typed(E, *Of) : Of;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && (B->isAdditiveOp() || B->isMultiplicativeOp() || B->isShiftOp() ||
              B->isBitwiseOp())) {
      const auto Left = of(B->getLHS(), Depth + 1);
      const auto Right = of(B->getRHS(), Depth + 1);
      return Left && Right ? typed(E, *Left + B->getOpcodeStr().str() + *Right)
                           : std::optional<std::string>();
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return variable(dyn_cast<VarDecl>(Ref->getDecl()), Depth);
    return std::nullopt;
  }

private:
  std::optional<std::string> variable(const VarDecl *V, unsigned Depth) const {
    if (!V || !V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit() ||
        V->getType()->isReferenceType() || isChanged(Body, V))
      return std::nullopt;
    return of(V->getInit(), Depth + 1);
  }

  static std::optional<std::string> builtin(const Expr *E) {
    for (const char *Object : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
      for (const char *Member : {"x", "y", "z"})
        if (isBuiltinMember(E, Object, Member))
          return std::string(Object) + "." + Member;
    return std::nullopt;
  }

  std::string typed(const Expr *E, const std::string &Text) const {
    return "(" +
           E->getType().getCanonicalType().getUnqualifiedType().getAsString() +
           ")(" + Text + ")";
  }

  const Stmt *Body;
  const ASTContext &Context;
};

} // namespace

bool isRunOnce(const FunctionDecl *F) { return isRunOnce(F, 0); }

static bool isGivenTheSame(unsigned I, llvm::ArrayRef<CallInView> Calls) {
  std::optional<std::string> Same;
  for (const CallInView &Each : Calls) {
    if (Each.Caller && Each.Caller->isDependentContext())
      continue;
    if (!Each.Caller || I >= Each.Call->getNumArgs())
      return false;
    const auto Given = FixedValue(Each.Caller).of(Each.Call->getArg(I));
    if (!Given || (Same && *Same != *Given))
      return false;
    Same = Given;
  }
  return Same.has_value();
}

llvm::SmallVector<const ParmVarDecl *, 4>
findVaryingParameters(const FunctionDecl *F) {
  llvm::SmallVector<const ParmVarDecl *, 4> Found;
  const auto Calls = findAllCalls(F);
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (!Calls || !isGivenTheSame(I, *Calls))
      Found.push_back(F->getParamDecl(I));
  return Found;
}

} // namespace pipeline_rewrite
