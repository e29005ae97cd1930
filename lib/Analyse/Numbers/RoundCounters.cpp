//===- RoundCounters.cpp - What tells the rounds of loops -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/RoundCounters.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/OtherNames.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

RoundCounters::RoundCounters(const ElementRules &Rules,
                             llvm::ArrayRef<const Stmt *> Loops)
    : Rules(Rules), Context(Rules.Context), Whole(Loops.front()),
      Changed(Rules.Collector.collect(Whole)) {
  for (const Stmt *Loop : Loops)
    add(Loop);
}

void RoundCounters::add(const Stmt *Loop) {
  RoundCounter New;
  const auto *For = dyn_cast<ForStmt>(Loop);
  const CopyLoop C = For ? describeCopyLoop(For, Context) : CopyLoop();
  // From another start in each round of a loop outside, values would come
  // nearer to each other than a step.
  const bool Counts = C.Bound && (C.Start || C.Trips) &&
                      (!C.Start || isFixed(C.Start)) && isWide(C.Var) &&
                      !isChanged(For->getBody(), C.Var) &&
                      !isChanged(For->getCond(), C.Var);
  if (!Counts || !hasStep(C, New)) {
    Understood = false;
    return;
  }
  New.Var = C.Var;
  New.Loop = Loop;
  auto Bound = Rules.numberIn(C.Bound);
  auto Start = C.Start ? Rules.numberIn(C.Start) : 0;
  if (Bound && (Start || C.Strided))
    New.Spread = *Bound - (C.Inclusive ? 0 : 1) - Start.value_or(0);
  All.push_back(New);
  if (Loop == Whole)
    addFollowers(*For);
}

/// A round may end before its end.
static bool skips(const Stmt *S) {
  return hasBelow<ContinueStmt, GotoStmt, IndirectGotoStmt>(S);
}

static bool holdsDeclaration(const CompoundStmt *Body, const VarDecl *V) {
  return llvm::any_of(Body->body(), [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && llvm::is_contained(D->decls(), V);
  });
}

/// What moves on by a constant in each round of the outermost loop, `row +=
/// 8;`, and starts once.
void RoundCounters::addFollowers(const ForStmt &Loop) {
  const auto *Body = dyn_cast<CompoundStmt>(Loop.getBody());
  if (!Body || skips(Body))
    return;
  for (const Stmt *S : Body->body()) {
    const auto Add = builtinAssignment(S);
    const auto *Ref = Add && Add->Operator == BO_Add && Add->Value
                          ? dyn_cast<DeclRefExpr>(Add->Target)
                          : nullptr;
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const int64_t Step = Ref ? Rules.numberIn(Add->Value).value_or(0) : 0;
    const auto *F = V ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    if (!F || !F->hasBody() || hasOtherName(F->getBody(), V))
      continue;
    const bool Alone = llvm::none_of(Body->body(), [&](const Stmt *Other) {
      return Other != S && isChanged(Other, V);
    });
    if (!isWide(V) || !V->hasLocalStorage() || Step == 0 ||
        holdsDeclaration(Body, V) || !Alone || isChanged(Loop.getInit(), V) ||
        isChanged(Loop.getCond(), V) || isChanged(Loop.getInc(), V))
      continue;
    RoundCounter New;
    New.Var = V;
    New.Step = std::abs(Step);
    New.Loop = &Loop;
    All.push_back(New);
  }
}

/// It moves on, so that no value comes again.
bool RoundCounters::hasStep(const CopyLoop &C, RoundCounter &New) const {
  if (!C.Step)
    return true;
  if (auto Step = Rules.numberIn(C.Step)) {
    New.Step = std::abs(*Step);
    return *Step > 0;
  }
  // A step of nothing would be a loop without end, but for a jump.
  return isFixed(C.Step) && !hasBelow<BreakStmt>(C.Loop->getBody());
}

bool RoundCounters::isWide(const VarDecl *V) const {
  return V && V->getType()->isIntegerType() &&
         !V->getType().isVolatileQualified() &&
         Context.getTypeSize(V->getType()) >= 32;
}

bool RoundCounters::isFixed(const Expr *E) const {
  const Effects Of = Rules.Collector.collect(E);
  return Of.isPure() && Of.Accesses.empty() && Of.Writes.empty() &&
         llvm::none_of(Of.Reads, [&](const VarDecl *V) {
           return Changed.writesVar(V) || isChanged(Whole, V);
         });
}

std::optional<size_t> RoundCounters::of(const Expr *E) const {
  for (size_t I = 0; I < All.size(); ++I)
    if (isNamed(E, All[I].Var))
      return I;
  return std::nullopt;
}

/// What a variable of the loops' bodies stands for; nullptr for all else.
const Expr *RoundCounters::meaning(const Expr *E) const {
  const VarDecl *V = namedVariable(E);
  if (!isWide(V) || !V->isLocalVarDecl() || V->isStaticLocal() ||
      !V->getInit() || !Changed.writesVar(V) || isChanged(Whole, V))
    return nullptr;
  return stripBraces(V->getInit());
}

const Expr *RoundCounters::strip(const Expr *E) const {
  for (unsigned Depth = 0; Depth < 16; ++Depth) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<CastExpr>(E);
    if (Cast && Cast->getType()->isIntegerType() &&
        Context.getTypeSize(Cast->getType()) >= 32 &&
        (Cast->getCastKind() == CK_LValueToRValue ||
         Cast->getCastKind() == CK_NoOp ||
         Cast->getCastKind() == CK_IntegralCast))
      E = Cast->getSubExpr();
    else if (const Expr *Means = meaning(E))
      E = Means;
    else
      break;
  }
  return E;
}

} // namespace pipeline_rewrite
