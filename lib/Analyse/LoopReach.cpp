//===- LoopReach.cpp - What a loop's rewrite depends on -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopReach.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

LoadVariables::LoadVariables(const LoopFacts &Facts) {
  auto AddAll = [&](const Stmt *S) {
    Effects E = Facts.Collector->collect(S);
    Known.insert(E.Reads.begin(), E.Reads.end());
    Known.insert(E.Writes.begin(), E.Writes.end());
    return E;
  };
  auto Write = [&](const Effects &E) {
    Written.insert(E.Writes.begin(), E.Writes.end());
  };
  for (const LoopUnit &U : Facts.Units) {
    if (!U.isLoadSide())
      continue;
    const Effects E = AddAll(U.S);
    ReadByLoads.insert(E.Reads.begin(), E.Reads.end());
    if (U.Role == UnitRole::Load) // the computation has its own
      Write(E);
  }
  Write(AddAll(Facts.Loop->Condition));
  Write(AddAll(Facts.Loop->increment()));
}

void Reached::addFunction(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  if (!F || !(Whose == Code::Any || !isSystem(F)))
    return;
  Named.insert(F);
  if (F->hasBody(Definition) && Functions.insert(Definition))
    TraverseDecl(const_cast<FunctionDecl *>(Definition));
}

/// A destructor runs those of the members and bases, which no tree shows.
void Reached::addClass(QualType T) {
  while (T->isAnyPointerType() || T->isReferenceType() || T->isArrayType())
    T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0)
                         : T->getPointeeType();
  const auto *Class = T->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || !Classes.insert(Class))
    return;
  for (const FieldDecl *Field : Class->fields())
    addClass(Field->getType());
  for (const CXXBaseSpecifier &Base : Class->bases())
    addClass(Base.getType());
  addFunction(Class->getDestructor());
}

bool Reached::VisitCallExpr(CallExpr *Call) {
  addFunction(Call->getDirectCallee());
  return true;
}

bool Reached::VisitCXXConstructExpr(CXXConstructExpr *Made) {
  addFunction(Made->getConstructor());
  return true;
}

bool Reached::VisitCXXNewExpr(CXXNewExpr *New) {
  addFunction(New->getOperatorNew());
  return true;
}

bool Reached::VisitCXXDeleteExpr(CXXDeleteExpr *Delete) {
  addFunction(Delete->getOperatorDelete());
  addClass(Delete->getDestroyedType());
  return true;
}

bool Reached::VisitVarDecl(VarDecl *V) {
  addClass(V->getType());
  return true;
}

/// A value of a class is destroyed, whatever has made it.
bool Reached::VisitExpr(Expr *E) {
  // What clang keeps of an error may have no type.
  if (const QualType T = E->getType();
      E->isPRValue() && !T.isNull() && T->isRecordType())
    addClass(T);
  return true;
}

void addCalled(const Stmt *S, FunctionSet &To) {
  Reached Found(Reached::Code::Users);
  Found.TraverseStmt(const_cast<Stmt *>(S));
  for (const FunctionDecl *F : Found.Functions)
    if (!F->isImplicit())
      To.insert(F);
}

} // namespace pipeline_rewrite
