//===- LoadNames.cpp - What loads name keeps its meaning ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Lint/PipelineEvents.h"
#include "Undo/Divider.h"

using namespace clang;

namespace pipeline_rewrite::undo {

bool Divider::checkLoads() {
  llvm::SmallPtrSet<const VarDecl *, 16> Named;
  const auto Take = [&](const Stmt *S) {
    forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
      if (const auto *V = dyn_cast<VarDecl>(Name->getDecl()))
        Named.insert(V);
    });
  };
  for (size_t U = 0; U < K.Units.size(); ++U)
    if (Out.IsLoad[U])
      Take(K.Units[U]);
  for (const Stmt *S : Out.Before)
    Take(S);
  for (const Expr *E : {Out.Counter.Condition, Out.Start, Out.Step})
    if (E)
      Take(E);
  for (const VarDecl *V : Named) {
    if (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
        !checkUses(V))
      return false;
    if (V->getType()->isReferenceType() || V->isStaticLocal() ||
        V->getType().isVolatileQualified())
      if (!Out.Tiles.count(V))
        return no(RefusalId::HandVariable,
                  "'" + V->getNameAsString() +
                      "' may be another name for something else");
  }
  return true;
}

bool Divider::checkUses(const VarDecl *V) {
  const Stmt *Other = nullptr;
  forEachUse(Body, [&](const VariableUse &U) {
    if (U.Var == V &&
        (U.Kind == UseKind::Alias || U.Kind == UseKind::Captured ||
         (!V->getType()->isArrayType() && !V->getType()->isRecordType() &&
          (U.Kind == UseKind::Given || U.Kind == UseKind::Change))))
      Other = U.At;
  });
  if (Other)
    return no(RefusalId::HandVariable,
              "'" + V->getNameAsString() + "' has another name", Other);
  if (Out.Ahead.contains(V) || V == Out.Counter.Var || Out.Tiles.count(V))
    return true;
  for (size_t U = 0; U < K.Units.size(); ++U)
    if (isChanged(K.Units[U], V) &&
        !contains(K.Units[U], declarationOf(V, K.Units[U])))
      return no(RefusalId::HandVariable,
                "its loads name '" + V->getNameAsString() +
                    "', which the loop changes",
                K.Units[U]);
  for (const Stmt *S : Beside)
    if (isChanged(S, V))
      return no(RefusalId::HandVariable,
                "its loads name '" + V->getNameAsString() +
                    "', which changes in front of the loop",
                S);
  return true;
}

} // namespace pipeline_rewrite::undo
