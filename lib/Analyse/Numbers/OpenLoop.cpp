//===- OpenLoop.cpp - Copy loops of as many rounds as a run says ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/OpenLoop.h"
#include "Analyse/Ranges/NumberRange.h"
#include "Ast/Below.h"
#include "Ast/Counters.h"
#include "Ast/Loops.h"
#include "Ast/Mentions.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr int64_t MostRounds = 16, UsualRounds = 8;
constexpr std::array<unsigned, 3> UsualBlocks[] = {{256, 1, 1}, {16, 16, 1}};

/// The same in every round: made of what no round writes, and of no memory.
bool isFixed(const Expr *E, const Effects &Body, EffectsCollector &Collector) {
  if (!E)
    return true;
  const Effects Of = Collector.collect(E);
  return Of.isPure() && Of.Accesses.empty() && Of.Writes.empty() &&
         llvm::none_of(Of.Reads,
                       [&](const VarDecl *V) { return Body.writesVar(V); });
}

bool isWideInteger(QualType T, const ASTContext &Context) {
  return T->isIntegerType() && Context.getIntWidth(T) >= 32;
}

/// `v < N` and `v <= N`, of which a condition is made.
using Bounds = llvm::SmallVector<CopyLoop, 2>;

/// The `for` below \p S that declares \p V.
const ForStmt *findLoopOf(const VarDecl *V, const Stmt *S) {
  return findBelow<ForStmt>(S, [&](const ForStmt *For) {
    return declaresCounter(*For) && counterOf(*For) == V;
  });
}

/// `Base + v < N`, which does not hold again, for the sum grows with v: its
/// loop computes `Base + Step`, which does not wrap, and an earlier bound keeps
/// v below that step. Other rounds are asked for the sum, too.
bool isBoundOfSum(const CopyLoop &Of, const BinaryOperator *B,
                  const Bounds &Earlier, const ASTContext &Context) {
  const auto *Sum =
      dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParenImpCasts());
  if (!Sum || Sum->getOpcode() != BO_Add)
    return false;
  const Expr *First = Sum->getLHS(), *Second = Sum->getRHS();
  if (plainVariable(First) == Of.Var)
    std::swap(First, Second);
  const VarDecl *Base = plainVariable(First);
  if (!Base || plainVariable(Second) != Of.Var ||
      !Sum->getType()->isSignedIntegerType() ||
      !Context.hasSameUnqualifiedType(Sum->getType(), Base->getType()))
    return false;
  const auto *F = dyn_cast<FunctionDecl>(Base->getDeclContext());
  const ForStmt *Outer = F ? findLoopOf(Base, F->getBody()) : nullptr;
  // An iteration may end without the loop's increment.
  if (!Outer || findWayOut(Outer->getBody(), /*ContinueStays=*/true,
                           /*BreakStays=*/false))
    return false;
  const CopyLoop Counts = describeCopyLoop(Outer, Context);
  const auto Start = Counts.Start ? fixedValue(Counts.Start, Context) : 0;
  const auto Step = Counts.Step ? fixedValue(Counts.Step, Context) : 1;
  return Counts.Bound && Start && *Start >= 0 && Step &&
         llvm::any_of(Earlier, [&](const CopyLoop &Each) {
           const auto Bound = fixedValue(Each.Bound, Context);
           return Bound && *Bound + (Each.Inclusive ? 1 : 0) <= *Step;
         });
}

/// Adds those of \p Condition, a conjunction of them and of what is the same in
/// every round; false if it is something else. Such a condition that does not
/// hold any more does not hold again.
bool addBounds(const CopyLoop &Of, const Expr *Condition, const Effects &Body,
               EffectsCollector &Collector, const ASTContext &Context,
               Bounds &Out) {
  Condition = Condition->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Condition);
  if (B && B->getOpcode() == BO_LAnd)
    return addBounds(Of, B->getLHS(), Body, Collector, Context, Out) &&
           addBounds(Of, B->getRHS(), Body, Collector, Context, Out);
  CopyLoop Each = Of;
  if (readBound(Each, Condition)) {
    Out.push_back(Each);
    return !Each.Slack && isFixed(Each.Bound, Body, Collector) &&
           isWideInteger(B->getLHS()->getType(), Context);
  }
  if (B && (B->getOpcode() == BO_LT || B->getOpcode() == BO_LE) &&
      isFixed(B->getRHS(), Body, Collector))
    if (isBoundOfSum(Of, B, Out, Context))
      return true;
  return isFixed(Condition, Body, Collector) && !findMention(Condition, Of.Var);
}

/// Most rounds of a thread, if a bound is a constant.
std::optional<int64_t> countRounds(const CopyLoop &C, const Bounds &All,
                                   const ASTContext &Context,
                                   const RangeOf &Of) {
  const auto Step =
      C.Step ? numberRange(C.Step, Context, Of) : NumberRange{1, 1};
  const auto Start = numberRange(C.Start, Context, Of);
  if (!Step || !Start || Step->Least < 1)
    return std::nullopt;
  std::optional<int64_t> Most;
  for (const CopyLoop &Each : All)
    if (const auto Bound = fixedValue(Each.Bound, Context)) {
      const int64_t Span = *Bound - Start->Least + (Each.Inclusive ? 1 : 0),
                    Rounds = Span <= 0 ? 1 : (Span - 1) / Step->Least + 1;
      Most = std::min(Most.value_or(Rounds), Rounds);
    }
  return Most;
}

int64_t roundsThatWait(const CopyLoop &C, const Bounds &All,
                       const ASTContext &Context, PassedValues Passed,
                       FindBlocks Blocks) {
  int64_t Rounds = 0;
  for (const std::array<unsigned, 3> &Block : Blocks())
    Rounds = std::max(
        Rounds,
        countRounds(C, All, Context, {Passed, &Block}).value_or(UsualRounds));
  if (Rounds)
    return std::min(Rounds, MostRounds);
  Rounds = MostRounds;
  for (const std::array<unsigned, 3> &Block : UsualBlocks)
    Rounds = std::min(
        Rounds,
        countRounds(C, All, Context, {Passed, &Block}).value_or(UsualRounds));
  return Rounds;
}

} // namespace

std::optional<CopyLoop> describeOpenLoop(const ForStmt *For,
                                         EffectsCollector &Collector,
                                         const ASTContext &Context,
                                         PassedValues Passed,
                                         FindBlocks Blocks) {
  CopyLoop C = describeCopyLoop(For, Context, Passed);
  // Nothing asks where its variable ends, which the rounds say otherwise.
  if (C.Trips || !C.Start || C.Slack || !isDeadAfter(*For, C.Var) ||
      !For->getCond() || For->getConditionVariable())
    return std::nullopt;
  const Effects Body = Collector.collect(For->getBody());
  Bounds All;
  if (!addBounds(C, For->getCond(), Body, Collector, Context, All) ||
      All.empty() || !isWideInteger(C.Var->getType(), Context) ||
      !isFixed(C.Start, Body, Collector) || !isFixed(C.Step, Body, Collector) ||
      Body.writesVar(C.Var))
    return std::nullopt;
  const RangeOf AnyBlock = {Passed, nullptr};
  const auto From = numberRange(C.Start, Context, AnyBlock);
  const auto Step =
      C.Step ? numberRange(C.Step, Context, AnyBlock) : NumberRange{1, 1};
  // The variable counts up from its start, to the last round that is asked for.
  if (!From || !Step || From->Least < 0 || Step->Least < 0 ||
      From->Most > INT32_MAX / 2 || Step->Most > INT32_MAX / 2 / MostRounds)
    return std::nullopt;
  C.Strided = true;
  C.Trips = roundsThatWait(C, All, Context, Passed, Blocks);
  return C;
}

} // namespace pipeline_rewrite
