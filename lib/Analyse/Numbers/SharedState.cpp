//===- SharedState.cpp - What is known of a variable where a loop begins --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/SharedState.h"
#include "Analyse/Numbers/FilledTile.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "IR/Uniformity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

SharedState::SharedState(const LoopAnalysis &A)
    : A(A), Body(A.K.Function->getBody()) {}

bool SharedState::isChangedInLoop(const VarDecl *V) const {
  return isHeaderOf(V) || isChanged(A.K.Loop, V);
}

bool SharedState::isNeverChanged(const VarDecl *V) const {
  return !isChanged(Body, V);
}

bool SharedState::isHeaderOf(const VarDecl *V) const {
  const auto *D = dyn_cast_or_null<DeclStmt>(A.K.init());
  return D && llvm::is_contained(D->decls(), V);
}

static std::optional<MovingVariable>
moving(const std::optional<VariableStep> &By, std::optional<unsigned> Unit) {
  return By ? std::optional(MovingVariable{*By, Unit}) : std::nullopt;
}

std::optional<MovingVariable> SharedState::movesOn(const VarDecl *V) const {
  std::optional<MovingVariable> Found;
  if (isChanged(A.K.Condition, V))
    return std::nullopt;
  if (A.K.increment() && isChanged(A.K.increment(), V)) {
    Found = moving(stepOf(A.K.increment(), V), std::nullopt);
    if (!Found)
      return std::nullopt;
  }
  for (unsigned I = 0; I < A.K.Units.size(); ++I) {
    if (!isChanged(A.K.Units[I], V))
      continue;
    const auto *E = dyn_cast<Expr>(A.K.Units[I]);
    if (Found || !E)
      return std::nullopt;
    Found = moving(stepOf(E, V), I);
    if (!Found)
      return std::nullopt;
  }
  return Found;
}

const ForStmt *SharedState::countedBy(const VarDecl *V, const Expr *At) const {
  for (const Stmt *S = At; S; S = parentStatement(S, A.Context)) {
    const auto *For = dyn_cast<ForStmt>(S);
    if (!For || !For->getInc() || !isChanged(For->getInc(), V))
      continue;
    return For->getCond() && contains(For->getBody(), At) &&
                   !isChanged(For->getBody(), V) &&
                   !isChanged(For->getCond(), V)
               ? For
               : nullptr;
  }
  return nullptr;
}

bool SharedState::isShared(const VarDecl *V) const {
  return !isHeaderOf(V) && !V->getType().isVolatileQualified() &&
         !V->getType()->isReferenceType() && A.isOutside(V) &&
         !V->hasGlobalStorage() && A.threads().isUniform(V);
}

bool SharedState::isInReach(const VarDecl *V, bool Direct) const {
  return Direct || countDeclared(Body, V) == (isa<ParmVarDecl>(V) ? 0 : 1);
}

bool SharedState::startsAtInit(const VarDecl *V) const {
  if (!V->getInit() || !V->hasLocalStorage() || isa<ParmVarDecl>(V))
    return false;
  const Stmt *Holder = nullptr;
  for (const DynTypedNode &Each : A.Context.getParents(*V))
    Holder = Each.get<DeclStmt>();
  const Stmt *Block = Holder ? parentStatement(Holder, A.Context) : nullptr;
  if (Block != A.K.Parent && (A.K.InOuterLoop || Block != Body))
    return false;
  unsigned Outside = 0;
  forEachUse(Body, [&](const VariableUse &Use) {
    if (Use.Var == V && Use.Kind != UseKind::Value &&
        !contains(A.K.Loop, Use.At))
      ++Outside;
  });
  return Outside == 0;
}

/// No loop, condition or jump stands between it and the function's body.
static bool isTopLevel(const Stmt *S, const Stmt *Body, ASTContext &Context) {
  const Stmt *Around = parentStatement(S, Context);
  return Around == Body;
}

/// Its words mean in front of the loop what they mean where they stand.
bool SharedState::canSayAgain(const Expr *E) const {
  bool Can = true;
  forEachUse(E, [&](const VariableUse &Use) {
    if (Use.Var->isFileVarDecl()) // threadIdx and its like
      return;
    Can &= Use.Kind == UseKind::Value && isNeverChanged(Use.Var) &&
           isInReach(Use.Var, /*Direct=*/false);
  });
  return Can;
}

std::optional<llvm::SmallVector<const Expr *, 2>>
SharedState::movedBefore(const VarDecl *V) const {
  llvm::SmallVector<const Expr *, 2> Found;
  bool Others = A.K.InOuterLoop;
  forEachUse(Body, [&](const VariableUse &Use) {
    if (Use.Var != V || Use.Kind == UseKind::Value ||
        contains(A.K.Loop, Use.At))
      return;
    const auto *E = dyn_cast_or_null<Expr>(parentStatement(Use.At, A.Context));
    const auto Done = E ? builtinAssignment(E) : std::nullopt;
    const bool Is = Done && Done->Operator == BO_Add && Done->Value &&
                    isNamed(Done->Target->IgnoreParens(), V) &&
                    canSayAgain(Done->Value) &&
                    isTopLevel(E, Body, A.Context) &&
                    A.SM.isBeforeInTranslationUnit(
                        A.SM.getExpansionLoc(E->getEndLoc()),
                        A.SM.getExpansionLoc(A.K.Loop->getBeginLoc()));
    if (Is)
      Found.push_back(Done->Value);
    Others |= !Is;
  });
  if (Others)
    return std::nullopt;
  return Found;
}

const DeclRefExpr *SharedState::nameInLoop(const VarDecl *V) const {
  return findMention(A.K.Loop, V);
}

bool SharedState::isKernel() const {
  return A.K.Function->hasAttr<CUDAGlobalAttr>();
}

} // namespace pipeline_rewrite
