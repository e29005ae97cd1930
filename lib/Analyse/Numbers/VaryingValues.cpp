//===- VaryingValues.cpp - What differs from tile to tile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/VaryingValues.h"
#include "Analyse/Memory/RepeatedCalls.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"

using namespace clang;

namespace pipeline_rewrite {

/// Variables that a statement declares.
static void addDeclared(const Stmt *S,
                        llvm::SmallPtrSetImpl<const VarDecl *> &Out) {
  forEachBelow<DeclStmt>(S, [&](const DeclStmt *D) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        Out.insert(V);
  });
}

VaryingValues::VaryingValues(LoopAnalysis &A) : A(A), Scratch(findScratch(A)) {
  for (const Effects &E : A.UnitEffects)
    addOutside(E);
  addOutside(A.Increment);
  addOutside(A.Condition);
}

void VaryingValues::addEntries() {
  const Stmt *Body = A.K.Function->getBody();
  IsCalledAgain = !isRunOnce(A.K.Function);
  if (IsCalledAgain || findLabel(Body))
    Around = Body;
  if (findLabel(Body))
    for (const VarDecl *V : A.Collector.collect(Body).Writes)
      if (isChanged(Body, V))
        add(V);
  addChangedAround(Body);
  if (!IsCalledAgain)
    return;
  for (const ParmVarDecl *P : findVaryingParameters(A.K.Function))
    add(P);
}

bool VaryingValues::varies(const Stmt *S, const VarDecl *Own) const {
  if (!S)
    return false;
  const Effects E = A.Collector.collect(S);
  auto IsNew = [&](const Access &Acc) {
    return Acc.Read && Acc.Where == Space::Shared &&
           (!Acc.Root ||
            (Acc.Root != Own && (Around || A.Facts.findTile(Acc.Root))));
  };
  return E.readsGlobal() || llvm::any_of(E.Accesses, IsNew) ||
         llvm::any_of(E.Reads, [&](const VarDecl *V) {
           return Vars.contains(V) || (IsCalledAgain && isCaptured(V));
         });
}

bool VaryingValues::varies(const ForStmt *For) const {
  return varies(For->getCond()) || varies(For->getInit()) ||
         varies(For->getInc());
}

void VaryingValues::addOutside(const Effects &E) {
  for (const VarDecl *V : E.Writes)
    if (A.isOutside(V) && !Scratch.contains(V))
      add(V);
}

void VaryingValues::addChangedAround(const Stmt *S) {
  if (!S || S == A.K.Loop || !contains(S, A.K.Loop))
    return;
  if (const Stmt *Body = loopBody(S)) {
    Around = Around ? Around : S;
    llvm::SmallPtrSet<const VarDecl *, 16> Own;
    addDeclared(Body, Own);
    for (const VarDecl *V : A.Collector.collect(S).Writes)
      if (!Own.contains(V) && !Scratch.contains(V))
        add(V);
  }
  for (const Stmt *Child : S->children())
    addChangedAround(Child);
}

bool VaryingValues::isCaptured(const VarDecl *V) const {
  for (const DeclContext *In = A.K.Function->getParent(); In;
       In = In->getParent())
    if (V->getDeclContext() == In)
      return V->isLocalVarDeclOrParm();
  return false;
}

} // namespace pipeline_rewrite
