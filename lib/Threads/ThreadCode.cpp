//===- ThreadCode.cpp - What all threads' runs share ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/VariableUses.h"
#include "Threads/ThreadRun.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

ThreadCode::ThreadCode(const FunctionDecl *Function, RootFinder RootOf,
                       Question IsPure, uint64_t Budget)
    : Context(Function->getASTContext()), Function(Function),
      RootOf(std::move(RootOf)), Budget(Budget), IsPure(std::move(IsPure)) {
  look(Function->getBody());
}

bool ThreadCode::isPure(const FunctionDecl *Body) {
  auto [At, IsNew] = Pure.try_emplace(Body);
  if (IsNew)
    At->second = IsPure(Body);
  return At->second;
}

static bool changes(UseKind Kind) {
  return Kind != UseKind::Value && Kind != UseKind::Bound;
}

void ThreadCode::look(const Stmt *Body) {
  if (!Body || !Seen.insert(Body).second)
    return;
  forEachUse(Body, [&](const VariableUse &Use) {
    if (changes(Use.Kind))
      Changed.insert(Use.Var);
    if (Use.Kind == UseKind::Alias || Use.Kind == UseKind::Captured)
      Hidden.insert(Use.Var);
  });
}

static const Stmt *bodyAround(const VarDecl *V) {
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  return F ? F->getBody() : nullptr;
}

bool ThreadCode::isSteady(const VarDecl *V) {
  look(bodyAround(V));
  return bodyAround(V) && V->isLocalVarDecl() && V->hasLocalStorage() &&
         V->getInit() && !Changed.contains(V);
}

bool ThreadCode::isHidden(const VarDecl *V) {
  look(bodyAround(V));
  return !bodyAround(V) || V->getType().isVolatileQualified() ||
         Hidden.contains(V);
}

std::optional<int64_t> ThreadCode::constant(const VarDecl *V) {
  auto [At, IsNew] = Constants.try_emplace(V);
  if (!IsNew)
    return At->second;
  if (!V->getType()->isIntegralOrEnumerationType() ||
      !V->mightBeUsableInConstantExpressions(Context))
    return std::nullopt;
  const VarDecl *Defined = nullptr;
  const Expr *Init = V->getAnyInitializer(Defined);
  Expr::EvalResult Result;
  if (!Init || Init->isValueDependent() ||
      !Init->EvaluateAsInt(Result, Context))
    return std::nullopt;
  const int64_t N = Result.Val.getInt().getExtValue();
  return Constants[V] = N;
}

const llvm::SmallVector<const VarDecl *, 4> &
ThreadCode::changedIn(const Stmt *S) {
  auto [At, IsNew] = ChangedIn.try_emplace(S);
  if (IsNew)
    forEachUse(S, [&, &Out = At->second](const VariableUse &Use) {
      if (changes(Use.Kind) && !llvm::is_contained(Out, Use.Var))
        Out.push_back(Use.Var);
    });
  return At->second;
}

} // namespace pipeline_rewrite
