//===- ProvenanceOfCalls.cpp - What the result of a call refers to --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function with a body gives out what its return statements say, with its
// parameters and `this` as the call binds them. Of one without, only those that
// come with the compiler are trusted to give out what they were given.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/HeldPointers.h"
#include "Analyse/Memory/Provenance.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

const FunctionDecl *findBodyOf(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  // An assignment is a store to those that look for stores, whatever it does.
  const bool Hidden = M && (M->isVirtual() || isAssignmentFunction(M));
  if (!F || Hidden || !F->hasBody(Body) || Body->isDependentContext())
    return nullptr;
  return Body;
}

unsigned firstArgument(const CallExpr *Call, const FunctionDecl *Callee) {
  return isa<CXXMethodDecl>(Callee) && isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

/// Of an object that is passed by value, the one that it is a copy of.
Roots Provenance::ofCopied(const Expr *Object) const {
  const Expr *Copied = triviallyCopied(Object->IgnoreParens());
  if (Copied && Copied->isGLValue())
    return ofLValue(Copied);
  return ofTemporary(Copied ? Copied : Object);
}

void Provenance::bindParameters(Bindings &Out,
                                llvm::ArrayRef<const Expr *> Arguments,
                                const FunctionDecl *Callee) const {
  for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams();
       ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (P->getType()->isReferenceType())
      Out.Parameters.push_back({P, ofLValue(Arguments[I])});
    else if (P->getType()->isPointerType())
      Out.Parameters.push_back({P, ofPointer(Arguments[I])});
    else if (holdsPointers(P->getType()))
      Out.Parameters.push_back({P, ofCopied(Arguments[I])});
  }
}

Provenance::Bindings Provenance::bindingsOf(const CallExpr *Call,
                                            const FunctionDecl *Callee) const {
  Bindings Out;
  Out.This = This;
  llvm::SmallVector<const Expr *, 8> Arguments(Call->arguments());
  Arguments.erase(Arguments.begin(),
                  Arguments.begin() + firstArgument(Call, Callee));
  bindParameters(Out, Arguments, Callee);
  const auto *M = dyn_cast<CXXMethodDecl>(Callee);
  if (!M || M->isStatic() || M->getParent()->isLambda())
    return Out;
  Out.This = std::nullopt;
  if (InMember) // two objects would go by one name
    return Out;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  const Expr *Object =
      Member ? Member->getImplicitObjectArgument() : Call->getArg(0);
  Out.This =
      Object->getType()->isPointerType() ? ofPointer(Object) : ofLValue(Object);
  return Out;
}

Provenance::Bindings Provenance::bindingsOf(const CXXConstructExpr *Construct,
                                            const FunctionDecl *Callee) const {
  Bindings Out;
  llvm::SmallVector<const Expr *, 8> Arguments(Construct->arguments());
  bindParameters(Out, Arguments, Callee);
  if (!InMember)
    Out.This = Roots(); // what is made is reached through nothing else yet
  return Out;
}

Provenance::Bindings Provenance::bind(Bindings New) const {
  Bindings Old;
  Old.This = std::exchange(This, std::move(New.This));
  for (auto &[Parameter, Actual] : New.Parameters) {
    auto It = Bound.find(Parameter);
    Old.Parameters.push_back({Parameter, It == Bound.end()
                                             ? std::nullopt
                                             : std::optional(It->second)});
    if (Actual)
      Bound[Parameter] = std::move(*Actual);
    else
      Bound.erase(Parameter);
  }
  return Old;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static void
collectReturned(const Stmt *S,
                llvm::SmallVectorImpl<const clang::Expr *> &Values) {
  auto Add = [&](const Stmt *Each) {
    if (const auto *R = dyn_cast<ReturnStmt>(Each); R && R->getRetValue())
      Values.push_back(R->getRetValue());
    return false;
  };
  findBelow(S, Add, [](const Stmt *Each) { return !isa<LambdaExpr>(Each); });
}

static Roots unknown() {
  Roots R;
  R.Unknown = true;
  return R;
}

Roots Provenance::ofCall(const CallExpr *Call) const {
  const FunctionDecl *Callee = findBodyOf(Call);
  Roots R = unknown();
  if (Callee)
    R = ofReturned(Call, Callee, [&](const Expr *Value) {
      return Callee->getReturnType()->isReferenceType() ? ofLValue(Value)
                                                        : ofPointer(Value);
    });
  const FunctionDecl *F = Call->getDirectCallee();
  if (R.Unknown && F && isSystem(F))
    return ofArguments(Call);
  return R;
}

Roots Provenance::ofReturned(
    const CallExpr *Call, const FunctionDecl *Callee,
    llvm::function_ref<Roots(const Expr *)> OfValue) const {
  // The object of a call may come from another call of the same function.
  Bindings Inside = bindingsOf(Call, Callee);
  if (!InProgress.insert(Callee).second)
    return unknown();
  llvm::SmallVector<const Expr *, 2> Values;
  collectReturned(Callee->getBody(), Values);
  addSources(Callee);
  Bindings Outside = bind(std::move(Inside));
  Roots R;
  R.Unknown = Values.empty();
  for (const Expr *Value : Values) {
    const Roots One = OfValue(Value);
    R.add(One);
    R.Unknown |= One.Vars.empty() && !One.Holds;
  }
  bind(std::move(Outside));
  InProgress.erase(Callee);
  // Its own variables mean nothing to the caller.
  R.Unknown |= llvm::any_of(R.Vars, [&](const VarDecl *V) {
    return V->getParentFunctionOrMethod() == Callee && !V->hasGlobalStorage();
  });
  return R;
}

/// One of the arguments, or what is behind a pointer inside one.
Roots Provenance::ofArguments(const CallExpr *Call) const {
  Roots R;
  auto Add = [&](const Expr *E) {
    bool Pointer = E->getType()->isPointerType();
    Roots One = Pointer ? ofPointer(E) : ofLValue(E);
    R.add(One);
    if (!holdsPointers(Pointer ? E->getType()->getPointeeType() : E->getType()))
      return;
    One.Held = true;
    R.add(One);
  };
  for (const Expr *Arg : Call->arguments())
    if (Arg->isGLValue() || Arg->getType()->isPointerType())
      Add(Arg);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(Call))
    Add(M->getImplicitObjectArgument());
  R.Unknown |= R.Vars.empty();
  return R;
}

} // namespace pipeline_rewrite
