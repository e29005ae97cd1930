//===- Counters.cpp - How a loop counts -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Counters.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/OtherNames.h"
#include "Ast/VariableUses.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace pipeline_rewrite {

/// `V + x`, `x + V`, `V - x`.
static std::optional<VariableStep> sumWith(const Expr *E, const VarDecl *V) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  const bool Down = Sum->getOpcode() == BO_Sub;
  if (isNamed(Sum->getLHS()->IgnoreParenImpCasts(), V))
    return VariableStep{Sum->getRHS(), Down};
  if (!Down && isNamed(Sum->getRHS()->IgnoreParenImpCasts(), V))
    return VariableStep{Sum->getLHS(), false};
  return std::nullopt;
}

std::optional<VariableStep> stepOf(const Expr *E, const VarDecl *V) {
  if (!E)
    return std::nullopt;
  E = E->IgnoreParens();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp()) {
    const bool InLeft = isChanged(B->getLHS(), V);
    return InLeft && isChanged(B->getRHS(), V)
               ? std::nullopt
               : stepOf(InLeft ? B->getLHS() : B->getRHS(), V);
  }
  const auto Done = builtinAssignment(E);
  if (!Done || !isNamed(Done->Target, V))
    return std::nullopt;
  std::optional<VariableStep> Found;
  if (Done->isPlain())
    Found = sumWith(Done->Value, V);
  else if (Done->Operator == BO_Add || Done->Operator == BO_Sub)
    Found = VariableStep{Done->Value, Done->Operator == BO_Sub};
  return Found && findMention(Found->Step, V) ? std::nullopt : Found;
}

const VarDecl *counterOf(const ForStmt &For) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For.getInit()))
    return D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *E = dyn_cast_or_null<Expr>(For.getInit());
  const auto Set = E ? builtinAssignment(E->IgnoreParens()) : std::nullopt;
  return Set && Set->isPlain() ? namedVariable(Set->Target->IgnoreParens())
                               : nullptr;
}

static const Expr *valueIn(const Expr *E, const VarDecl *V) {
  E = E->IgnoreParens();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp()) {
    const bool InLeft = isChanged(B->getLHS(), V);
    return InLeft && isChanged(B->getRHS(), V)
               ? nullptr
               : valueIn(InLeft ? B->getLHS() : B->getRHS(), V);
  }
  const auto Set = builtinAssignment(E);
  return Set && Set->isPlain() && isNamed(Set->Target, V) ? Set->Value
                                                          : nullptr;
}

bool declaresCounter(const ForStmt &For) {
  return isa_and_nonnull<DeclStmt>(For.getInit());
}

const Expr *startOf(const ForStmt &For, const VarDecl *V) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(For.getInit()))
    return llvm::is_contained(D->decls(), V) ? V->getInit() : nullptr;
  const auto *E = dyn_cast_or_null<Expr>(For.getInit());
  return E ? valueIn(E, V) : nullptr;
}

namespace {

/// Looks for uses of a variable outside of the loops that set it first.
class UsesBesideLoops : public DynamicRecursiveASTVisitor {
public:
  explicit UsesBesideLoops(const VarDecl *V) : V(V) {}

  bool TraverseForStmt(ForStmt *For) override {
    const Expr *Start = startOf(*For, V);
    if (!Start)
      return DynamicRecursiveASTVisitor::TraverseForStmt(For);
    Found |= IsInLoop || findMention(Start, V);
    IsInLoop = true;
    const bool GoesOn = DynamicRecursiveASTVisitor::TraverseForStmt(For);
    IsInLoop = false;
    return GoesOn;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return !(Found |= !IsInLoop && Ref->getDecl() == V);
  }
  // They may enter a loop after its header.
  bool VisitGotoStmt(GotoStmt *) override { return !(Found = true); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) override {
    return !(Found = true);
  }
  bool VisitSwitchCase(SwitchCase *) override { return !(Found |= IsInLoop); }

  bool Found = false;

private:
  const VarDecl *V;
  bool IsInLoop = false;
};

} // namespace

bool isOfLoopsAlone(const VarDecl *V) {
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (!F || !F->hasBody() || !V->hasLocalStorage() ||
      V->getType()->isReferenceType() || hasOtherName(F->getBody(), V))
    return false;
  UsesBesideLoops Uses(V);
  Uses.TraverseStmt(F->getBody());
  return !Uses.Found;
}

bool isDeadAfter(const ForStmt &For, const VarDecl *V) {
  return declaresCounter(For) || isOfLoopsAlone(V);
}

} // namespace pipeline_rewrite
