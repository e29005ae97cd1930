//===- ProvenanceOfObjects.cpp - Where pointers inside an object lead -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `Loader loader{A, n};` and then `loader.from[k]`: an object of the function
// holds what its initialiser and the function put into it. Members are not told
// apart: a pointer of the object leads to all of that.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/HeldPointers.h"
#include "Analyse/Memory/Provenance.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

Roots Provenance::heldBy(const Roots &Objects) const {
  Roots Out;
  Out.Unknown = Objects.Unknown || (Objects.Vars.empty() && !Objects.Holds);
  if (Objects.Holds)
    Out.add(*Objects.Holds);
  for (const VarDecl *V : Objects.Vars) {
    if (!Objects.Held && isObject(V)) {
      Out.add(heldIn(V));
      continue;
    }
    Roots Behind;
    Behind.Vars.insert(V);
    Behind.Held = true;
    Out.add(Behind);
  }
  return Out;
}

/// Named by the object itself, as something that it holds, where it is not
/// known what that is.
Roots Provenance::heldIn(const VarDecl *Object) const {
  Roots Whole;
  Whole.Vars.insert(Object);
  Whole.Held = true;
  const auto *Owner =
      dyn_cast_or_null<FunctionDecl>(Object->getParentFunctionOrMethod());
  if (!Owner || !Owner->hasBody() || Object->hasGlobalStorage() ||
      !Object->getType()->isRecordType() || !InProgress.insert(Object).second)
    return Whole;
  const PointerPuts Found = findPuts(Object, Owner->getBody());
  const bool Kernels =
      isa<ParmVarDecl>(Object) && Owner->hasAttr<CUDAGlobalAttr>();
  auto Passed = Bound.find(Object);
  Roots Out;
  if (Kernels) {
    Out = Whole; // and what is put there
    Out.Unknown = !Found.Seen;
  } else if (Passed != Bound.end())
    Out = heldBy(Roots(Passed->second));
  else if (isa<ParmVarDecl>(Object))
    Out.Unknown = true;
  else if (const Expr *Init = Object->getInit())
    Out = putBy(Init);
  for (const PointerPut &Put : Found.Puts)
    Out.add(ofMember(Put.Type, Put.Value));
  InProgress.erase(Object);
  const bool Known = Found.Seen && !Out.Unknown;
  return Known || Kernels ? Out : Whole;
}

Roots Provenance::ofMember(QualType Type, const Expr *Value) const {
  if (Type->isPointerType())
    return ofPointer(Value);
  if (Type->isReferenceType())
    return ofLValue(Value);
  return holdsPointers(Type) ? putBy(Value) : Roots();
}

/// `view[i]` that gives a smaller view. Nobody but its own members can put a
/// pointer into it.
Roots Provenance::ofTemporary(const Expr *Made) const {
  Roots R;
  if (!holdsPointers(Made->getType()) || !Made->getType()->isRecordType())
    return R;
  Roots Holds;
  if (keepsPointers(Made->getType()->getAsCXXRecordDecl()))
    Holds = putBy(Made);
  else
    Holds.Unknown = true;
  R.Holds = std::make_shared<Roots>(std::move(Holds));
  return R;
}

/// What an object is made from.
Roots Provenance::putBy(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    return putBy(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return putByConstructor(C);
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && (C->getCastKind() == CK_NoOp ||
            C->getCastKind() == CK_ConstructorConversion ||
            C->getCastKind() == CK_UserDefinedConversion))
    return putBy(C->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return putByCall(Call);
  Roots R;
  const auto *List = dyn_cast<InitListExpr>(E);
  const RecordDecl *Class = E->getType()->getAsRecordDecl();
  if (!List || !Class || Class->isUnion()) {
    R.Unknown = true;
    return R;
  }
  auto Field = Class->field_begin();
  for (const Expr *Init : List->inits()) {
    if (Field == Class->field_end()) {
      R.Unknown = true; // bases come first
      break;
    }
    if (holdsPointers(Field->getType()) && !isa<ImplicitValueInitExpr>(Init))
      R.add(ofMember(Field->getType(), Init));
    ++Field;
  }
  return R;
}

/// An object that a function gives out by value.
Roots Provenance::putByCall(const CallExpr *Call) const {
  if (const FunctionDecl *Callee = findBodyOf(Call))
    return ofReturned(Call, Callee,
                      [&](const Expr *Value) { return putBy(Value); });
  Roots R;
  R.Unknown = true;
  return R;
}

Roots Provenance::putByConstructor(const CXXConstructExpr *E) const {
  Roots R;
  const CXXConstructorDecl *D = E->getConstructor();
  if (D->isTrivial() && D->isDefaultConstructor())
    return R;
  if (const Expr *Copied = triviallyCopied(E)) {
    const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Copied);
    return Made ? putBy(Made->getSubExpr()) : heldBy(ofLValue(Copied));
  }
  const FunctionDecl *Body = nullptr;
  if (!D->hasBody(Body) || D->isDelegatingConstructor()) {
    R.Unknown = true;
    return R;
  }
  D = cast<CXXConstructorDecl>(Body);
  addSources(D);
  Bindings Outside = bind(bindingsOf(E, D));
  for (const CXXCtorInitializer *I : D->inits()) {
    QualType Type = I->isAnyMemberInitializer()
                        ? I->getAnyMember()->getType()
                        : QualType(I->getBaseClass(), 0);
    if (holdsPointers(Type))
      R.add(ofMember(Type, I->getInit()));
  }
  const PointerPuts Found = findPuts(D);
  R.Unknown |= !Found.Seen;
  for (const PointerPut &Put : Found.Puts)
    R.add(ofMember(Put.Type, Put.Value));
  bind(std::move(Outside));
  return R;
}

} // namespace pipeline_rewrite
