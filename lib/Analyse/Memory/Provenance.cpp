//===- Provenance.cpp - What a pointer or lvalue may refer to -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Provenance.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

const Expr *stripBraces(const Expr *E) {
  while (E) {
    E = E->IgnoreParens();
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E)) {
      E = D->getExpr();
      continue;
    }
    const auto *L = dyn_cast<InitListExpr>(E);
    if (!L || L->getNumInits() != 1 || L->getType()->isRecordType() ||
        L->getType()->isArrayType())
      break;
    E = L->getInit(0);
  }
  return E;
}

/// What \p E names by itself: a static member is named through any object.
static const ValueDecl *declarationOf(const Expr *E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  const auto *M = dyn_cast<MemberExpr>(E);
  return M ? dyn_cast<VarDecl>(M->getMemberDecl()) : nullptr;
}

const VarDecl *nameIn(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const ValueDecl *D = declarationOf(E))
      return dyn_cast<VarDecl>(D);
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      E = S->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->isAdditiveOp())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else
      return nullptr;
  }
  return nullptr;
}

Provenance::Provenance(const FunctionDecl *Function, const Stmt *Loop)
    : Function(Function), InMember(isa<CXXMethodDecl>(Function)) {
  addSources(Function);
  const auto *Body =
      dyn_cast_or_null<CompoundStmt>(Loop ? Function->getBody() : nullptr);
  if (Body && Function->hasAttr<CUDAGlobalAttr>())
    findParts(*Body);
}

void Provenance::addSources(const FunctionDecl *Callee) const {
  if (Known.insert(Callee).second && Callee->hasBody())
    collect(Callee->getBody());
}

bool Provenance::isObject(const VarDecl *V) {
  QualType T = V->getType();
  return !T->isPointerType() && !T->isReferenceType();
}

static bool isPointer(const VarDecl *V) {
  return V->getType().getNonReferenceType()->isPointerType();
}

/// Records everything that is ever put into a local pointer or reference.
void Provenance::collect(const Stmt *S) const {
  collectDeclared(S);
  forEachUse(S, [&](const VariableUse &Use) {
    if (isPointer(Use.Var))
      collectPut(Use);
  });
}

void Provenance::collectDeclared(const Stmt *S) const {
  auto Add = [&](const VarDecl *V) {
    if (!isObject(V) && V->getInit())
      Sources[V].push_back(V->getInit());
  };
  forEachBelow<LambdaExpr>(S, [&](const LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCapturedVar()->isInitCapture())
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
          Add(V);
  });
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        Add(V);
        if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
          for (const BindingDecl *B : Parts->bindings())
            if (const VarDecl *Holder = B->getHoldingVar())
              Add(Holder);
      }
  });
}

void Provenance::collectPut(const VariableUse &Use) const {
  Puts &P = PutsInto[Use.Var];
  switch (Use.Kind) {
  case UseKind::Value:
  case UseKind::Update: // still into the same object
  case UseKind::Bound:
  case UseKind::Captured:
    return;
  case UseKind::Assign:
    P.Values.push_back(Use.Value);
    return;
  case UseKind::Given:
    if (const auto *Call = dyn_cast<CallExpr>(Use.By))
      P.Calls.push_back({Call, Use.Argument});
    else
      P.Unknown = true;
    return;
  case UseKind::Alias:
    if (Use.As)
      P.Names.push_back(Use.As);
    else
      P.Unknown = true;
    return;
  case UseKind::Change:
    P.Unknown = true;
    return;
  }
}

/// True if nothing below \p S does more with the pointer \p V than read it.
static bool isOnlyRead(const VarDecl *V, const Stmt *S) {
  return !findBelow(
      S,
      [&](const Stmt *Each) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Each);
        return Ref && Ref->getDecl() == V;
      },
      [](const Stmt *Each) {
        const auto *C = dyn_cast<CastExpr>(Each);
        return !C || C->getCastKind() != CK_LValueToRValue ||
               !isa<DeclRefExpr>(C->getSubExpr()->IgnoreParens());
      });
}

/// C's rule for `restrict` holds while the block runs that declares the
/// pointer: of the kernel as a whole nothing ran before, so that nobody has
/// written there by another name. And it speaks of what is written: a pointer
/// to const is no part.
void Provenance::findParts(const CompoundStmt &Body) {
  for (const Stmt *S : Body.body()) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      continue;
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || !V->isLocalVarDecl() || V->isStaticLocal() ||
          V->isConstexpr() || !V->getInit() || !V->getType()->isPointerType() ||
          V->getType()->getPointeeType().isConstQualified() ||
          !V->getType().isRestrictQualified() || !isOnlyRead(V, &Body))
        continue;
      Roots R = ofPointer(V->getInit());
      if (!R.Unknown && !R.Held && !R.Vars.empty() &&
          llvm::all_of(R.Vars, [&](const VarDecl *Root) {
            return spaceOf(Root, /*Held=*/false) == Space::Shared;
          }))
        Parts.insert(V);
    }
  }
}

/// It leads where its declaration says: the host does not write it.
static bool isFixed(const VarDecl *V) {
  return V->getType()->isReferenceType() || V->isConstexpr();
}

Roots Provenance::ofVariable(const VarDecl *V) const {
  Roots R;
  if (isObject(V) || isPart(V)) {
    R.Vars.insert(V);
    return R;
  }
  // A pointer parameter or a global pointer stands for the object behind it.
  auto Passed = Bound.find(V);
  if (Passed != Bound.end())
    R.add(Passed->second);
  else if (V->hasGlobalStorage() && isFixed(V)) {
    if (const Expr *Named = V->getAnyInitializer())
      return V->getType()->isReferenceType() ? ofLValue(Named)
                                             : ofPointer(Named);
    R.Unknown = true;
    return R;
  } else if (isa<ParmVarDecl>(V) || V->hasGlobalStorage())
    R.Vars.insert(V);
  if (!InProgress.insert(V).second)
    return R;
  auto It = Sources.find(V);
  bool Known = !R.Vars.empty() || Passed != Bound.end();
  if (It != Sources.end()) {
    Known = true;
    for (const Expr *Source : llvm::SmallVector<const Expr *, 2>(It->second))
      R.add(V->getType()->isReferenceType() ? ofLValue(Source)
                                            : ofPointer(Source));
  }
  if (V->getType()->isPointerType() && PutsInto.contains(V)) {
    const Roots Put = putThrough(V);
    Known |= !Put.Vars.empty() || Put.Unknown;
    R.add(Put);
  }
  InProgress.erase(V);
  R.Unknown |= !Known;
  // By that name another pointer may be put into a temporary.
  R.Unknown |= R.Holds && V->getType()->isReferenceType() &&
               !V->getType()->getPointeeType().isConstQualified();
  return R;
}

Roots Provenance::ofLoaded(const Roots &Objects) const {
  Roots Out, Others = Objects;
  Others.Pointers.clear();
  for (const VarDecl *V : Objects.Pointers)
    Out.add(ofVariable(V));
  if (Objects.Pointers.empty() || Others.Unknown || !Others.Vars.empty() ||
      Others.Holds)
    Out.add(heldBy(Others));
  return Out;
}

/// What is put into the pointer \p V, or through the reference \p V into the
/// pointer that it names.
Roots Provenance::putThrough(const VarDecl *V) const {
  Roots R;
  auto It = PutsInto.find(V);
  if (It == PutsInto.end() || !PutsInProgress.insert(V).second)
    return R;
  const Puts P = It->second;
  R.Unknown = P.Unknown;
  for (const Expr *Value : P.Values)
    R.add(ofPointer(Value));
  for (const VarDecl *Name : P.Names)
    R.add(putThrough(Name));
  for (const auto &[Call, Argument] : P.Calls)
    R.add(putByCallee(Call, Argument));
  PutsInProgress.erase(V);
  return R;
}

/// What \p Call puts into the pointer that it is given a reference to.
Roots Provenance::putByCallee(const CallExpr *Call, unsigned Argument) const {
  Roots R;
  const FunctionDecl *Callee = findBodyOf(Call);
  if (!Callee || Argument >= Callee->getNumParams()) {
    R.Unknown = true;
    return R;
  }
  addSources(Callee);
  Bindings Outside = bind(bindingsOf(Call, Callee));
  R = putThrough(Callee->getParamDecl(Argument));
  bind(std::move(Outside));
  return R;
}

Roots Provenance::ofLValue(const Expr *E) const {
  E = stripBraces(E);
  Roots R;
  if (const ValueDecl *D = declarationOf(E)) {
    if (const auto *B = dyn_cast<BindingDecl>(D); B && B->getBinding())
      return ofLValue(B->getBinding());
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      R.Unknown = !isa<FunctionDecl, EnumConstantDecl, NonTypeTemplateParmDecl,
                       TemplateParamObjectDecl>(D);
      return R;
    }
    // A pointer variable used as an lvalue is the variable itself.
    if (V->getType()->isPointerType()) {
      (V->hasGlobalStorage() ? R.Vars.insert(V) : R.Pointers.insert(V));
      return R;
    }
    return ofVariable(V);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    R = M->isArrow() ? ofPointer(M->getBase()) : ofLValue(M->getBase());
    return M->getMemberDecl()->getType()->isReferenceType() ? heldBy(R) : R;
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return ofPointer(A->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return ofPointer(U->getSubExpr());
    return ofLValue(U->getSubExpr());
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      return C->getType()->isPointerType() ? ofPointer(C->getSubExpr())
                                           : ofLValue(C->getSubExpr());
    return ofLValue(C->getSubExpr());
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    R = ofLValue(C->getTrueExpr());
    R.add(ofLValue(C->getFalseExpr()));
    return R;
  }
  if (const Expr *Changed = changedBy(E))
    return ofLValue(Changed);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofLValue(B->isCommaOp() ? B->getRHS() : B->getLHS());
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return ofTemporary(Made->getSubExpr());
  if (isa<CXXTemporaryObjectExpr, StringLiteral, PredefinedExpr, InitListExpr,
          CompoundLiteralExpr>(E))
    return R;
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    return ofLValue(C->getSubExpr());
  if (const auto *C = dyn_cast<OpaqueValueExpr>(E); C && C->getSourceExpr())
    return ofLValue(C->getSourceExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(Call);
  if (E->isPRValue())
    return R;
  R.Unknown = true;
  return R;
}

const VarDecl *Provenance::wholeOf(const VarDecl *V) const {
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    if (!isPart(V))
      return V;
    const Roots Whole = ofPointer(V->getInit());
    if (Whole.Unknown || Whole.Held || Whole.Vars.size() != 1)
      return nullptr;
    V = Whole.Vars.front();
  }
  return nullptr;
}

Roots Provenance::ofPointer(const Expr *E) const {
  E = stripBraces(E);
  Roots R;
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    return ofPointer(C->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return ofLValue(C->getSubExpr());
    case CK_LValueToRValue: {
      const Expr *Sub = C->getSubExpr()->IgnoreParens();
      if (const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(Sub)))
        if (V->getType()->isPointerType())
          return ofVariable(V);
      return ofLoaded(ofLValue(Sub));
    }
    case CK_NullToPointer:
      return R;
    case CK_IntegralToPointer:
      R.Unknown = true;
      return R;
    default:
      return C->getSubExpr()->getType()->isPointerType() ||
                     C->getSubExpr()->getType()->isArrayType()
                 ? ofPointer(C->getSubExpr())
                 : ofLValue(C->getSubExpr());
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    return ofLValue(U->getSubExpr());
  if (const auto A = builtinAssignment(E))
    return ofPointer(A->readsOld() ? A->Target : A->Value);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAdditiveOp())
      return ofPointer(B->getLHS()->getType()->isPointerType() ? B->getLHS()
                                                               : B->getRHS());
    if (B->isCommaOp())
      return ofPointer(B->getRHS());
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    R = ofPointer(C->getTrueExpr());
    R.add(ofPointer(C->getFalseExpr()));
    return R;
  }
  if (const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(E));
      V && !V->getType()->isReferenceType())
    return ofVariable(V);
  if (E->isGLValue() && E->getType()->isPointerType())
    return ofLoaded(ofLValue(E)); // where a conversion is left out
  if (E->getType()->isArrayType() || E->isGLValue())
    return ofLValue(E);
  if (isa<CXXThisExpr>(E) && This)
    return *This;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(Call);
  R = ofLValue(E);
  R.Unknown |= R.Vars.empty();
  return R;
}

} // namespace pipeline_rewrite
