//===- LoopRules.cpp - Rules about all iterations of a loop ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Ast/Counters.h"
#include "Lint/FunctionLint.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What \p Increment adds to \p V, if nothing else changes it unseen.
std::optional<VariableStep> advanceIn(const FunctionLint &Lint,
                                      const Expr *Increment, const VarDecl *V) {
  const auto Step = stepOf(Increment, V);
  return Step && !Step->Down && !Lint.Names.isAddressTaken(V) ? Step
                                                              : std::nullopt;
}

/// As advanceIn(), and V keeps its value elsewhere.
std::optional<VariableStep>
onlyAdvanceIn(const FunctionLint &Lint, const ForStmt *Loop, const VarDecl *V) {
  auto Found = advanceIn(Lint, Loop->getInc(), V);
  if (!Found || Lint.Names.changes(V) != 1)
    return std::nullopt;
  return Found;
}

std::optional<int64_t> numberOf(const FunctionLint &Lint, VariableStep Of) {
  return Of.Step ? Lint.constant(Of.Step) : 1;
}

const Stmt *withoutAttributes(const Stmt *S) {
  while (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

/// `V + c` with a constant, also by way of a local that is made so.
std::optional<std::pair<const VarDecl *, int64_t>>
offsetOf(const FunctionLint &Lint, const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Local = variableIn(E))
    if (!Lint.Names.isModified(Local) && Lint.Names.sources(Local).size() == 1)
      E = Lint.Names.sources(Local).front()->IgnoreParenCasts();
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || Sum->getOpcode() != BO_Add)
    return std::nullopt;
  const VarDecl *V = variableIn(Sum->getLHS());
  auto Offset = Lint.constant(Sum->getRHS());
  if (!V || !Offset)
    return std::nullopt;
  return std::pair(V, *Offset);
}

/// `v < E` is false in the last iterations of a loop with `u < E`, if v is
/// ahead of u by at least a step.
bool failsAtTheEnd(const FunctionLint &Lint, const Expr *Condition,
                   const ForStmt *Loop) {
  const auto *Guard =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  const auto *Bound =
      Loop->getCond()
          ? dyn_cast<BinaryOperator>(Loop->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!Guard || !Bound || Guard->getOpcode() != Bound->getOpcode() ||
      (Guard->getOpcode() != BO_LT && Guard->getOpcode() != BO_LE) ||
      !Lint.areSame(Guard->getRHS(), Bound->getRHS()))
    return false;
  auto Ahead = offsetOf(Lint, Guard->getLHS());
  const VarDecl *V = variableIn(Bound->getLHS());
  if (!Ahead || Ahead->first != V)
    return false;
  auto Moves = onlyAdvanceIn(Lint, Loop, V);
  auto Step = Moves ? numberOf(Lint, *Moves) : std::nullopt;
  if (!Step || Ahead->second < *Step)
    return false;
  const VarDecl *End = variableIn(Bound->getRHS());
  return Lint.constant(Bound->getRHS()) || (End && !Lint.Names.isModified(End));
}

/// An array's buffer by a counter: `S[i % M]`, i counting from a constant.
struct Ring {
  const VarDecl *Array = nullptr;
  int64_t First = 0;
  int64_t Buffers = 0;
};

std::optional<Ring> ringOf(const FunctionLint &Lint,
                           const SharedElement &Element, const ForStmt *Loop) {
  if (Element.Subscripts.empty())
    return std::nullopt;
  const Expr *Index = Element.Subscripts.front()->IgnoreParenCasts();
  if (const VarDecl *Local = variableIn(Index);
      Local && !Lint.Names.isModified(Local) &&
      Lint.Names.sources(Local).size() == 1)
    Index = Lint.Names.sources(Local).front()->IgnoreParenCasts();
  const auto *Rest = dyn_cast<BinaryOperator>(Index);
  auto Modulus = Rest && Rest->getOpcode() == BO_Rem
                     ? Lint.constant(Rest->getRHS())
                     : std::nullopt;
  const VarDecl *Counter = Modulus ? variableIn(Rest->getLHS()) : nullptr;
  if (!Counter || !Counter->isLocalVarDecl() ||
      Lint.Names.sources(Counter).size() != 1)
    return std::nullopt;
  auto Moves = onlyAdvanceIn(Lint, Loop, Counter);
  auto First = Lint.constant(Lint.Names.sources(Counter).front());
  if (!Moves || numberOf(Lint, *Moves) != 1 || !First)
    return std::nullopt;
  return Ring{Element.Array, *First, *Modulus};
}

/// Tiles that a loop `for (; p <= q + step * N; p += step)` runs ahead of one
/// that advances q, the one in use counted too.
std::optional<int64_t> leadOf(const FunctionLint &Lint, const ForStmt *Ahead,
                              const ForStmt *Loop) {
  const auto *Bound =
      Ahead->getCond()
          ? dyn_cast<BinaryOperator>(Ahead->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!Bound || (Bound->getOpcode() != BO_LE && Bound->getOpcode() != BO_LT))
    return std::nullopt;
  const VarDecl *P = variableIn(Bound->getLHS());
  const auto *Sum =
      dyn_cast<BinaryOperator>(Bound->getRHS()->IgnoreParenCasts());
  const VarDecl *Q =
      Sum && Sum->getOpcode() == BO_Add ? variableIn(Sum->getLHS()) : nullptr;
  if (!P || !Q || Lint.Names.sources(P).empty() ||
      Lint.Names.sources(Q).empty() ||
      !Lint.areSame(Lint.Names.sources(P).front(),
                    Lint.Names.sources(Q).front()))
    return std::nullopt;
  const auto *Product =
      dyn_cast<BinaryOperator>(Sum->getRHS()->IgnoreParenCasts());
  if (!Product || Product->getOpcode() != BO_Mul)
    return std::nullopt;
  auto StepP = onlyAdvanceIn(Lint, Ahead, P),
       StepQ = onlyAdvanceIn(Lint, Loop, Q);
  if (!StepP || !StepQ || !StepP->Step ||
      !Lint.areSame(StepP->Step, StepQ->Step))
    return std::nullopt;
  for (auto [Step, Count] : {std::pair(Product->getLHS(), Product->getRHS()),
                             std::pair(Product->getRHS(), Product->getLHS())}) {
    auto N = Lint.constant(Count);
    if (N &&
        Lint.areSame(Step->IgnoreParenCasts(), StepP->Step->IgnoreParenCasts()))
      return *N + (Bound->getOpcode() == BO_LE);
  }
  return std::nullopt;
}

/// A pipeline of the block's scope holds its producers back; one thread's own
/// does not (libcu++, cuda::pipeline: producer_acquire of thread_scope_thread).
bool holdsProducersBack(const Stmt *S) {
  return findBelow<CXXMemberCallExpr>(S, [](const CXXMemberCallExpr *Call) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    if (!Method || !Method->getIdentifier() ||
        Method->getName() != "producer_acquire")
      return false;
    const auto *Class =
        dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent());
    if (!Class || Class->getTemplateArgs().size() == 0)
      return true;
    std::string Scope;
    llvm::raw_string_ostream OS(Scope);
    Class->getTemplateArgs()[0].print(
        Class->getASTContext().getPrintingPolicy(), OS, /*IncludeType=*/false);
    return !llvm::StringRef(Scope).ends_with("thread_scope_thread");
  });
}

bool isBehind(const FunctionLint &Lint, const Stmt *S, const Stmt *Loop) {
  const SourceManager &Sources = Lint.Unit.sources();
  return Sources.isBeforeInTranslationUnit(
      Sources.getExpansionLoc(Loop->getEndLoc()),
      Sources.getExpansionLoc(S->getBeginLoc()));
}

} // namespace

/// Groups that are closed only while there is a next tile, and a wait for all
/// but the newest of them: in the last iterations the newest is the tile in
/// use.
void lintConditionalCommit(FunctionLint &Lint, const ForStmt *Loop) {
  const auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
  if (!Body)
    return;
  const PipelineEvent *Commit = nullptr, *Wait = nullptr;
  std::vector<PipelineEvent> InLoop = eventsOf(Body, Lint.Context);
  for (const PipelineEvent &E : InLoop) {
    if (E.Kind == EventKind::Opaque)
      return;
    const PipelineEvent **One = E.Kind == EventKind::Commit ? &Commit
                                : E.Kind == EventKind::Wait ? &Wait
                                                            : nullptr;
    if (!One)
      continue;
    if (*One || E.InLoop)
      return;
    *One = &E;
  }
  if (!Commit || !Wait || !Commit->Conditional || Wait->Conditional ||
      !Wait->Prior || !*Wait->Prior ||
      llvm::none_of(InLoop,
                    [&](const PipelineEvent &E) {
                      return E.Kind == EventKind::Copy &&
                             E.Condition == Commit->Condition;
                    }) ||
      !failsAtTheEnd(Lint, Commit->Condition, Loop))
    return;
  // The last tiles may be left to a wait behind the loop.
  for (const PipelineEvent &E :
       eventsOf(Lint.Names.function()->getBody(), Lint.Context))
    if ((E.Kind == EventKind::Wait || E.Kind == EventKind::Opaque) &&
        isBehind(Lint, E.At, Loop))
      return;
  LintFinding &F = Lint.report(
      Commit->At,
      "no group is committed when '" + Lint.spelling(Commit->Condition) +
          "' is false, so that the last tile is used while its copy "
          "may be in flight; commit in every iteration");
  F.Notes.push_back(
      Lint.note(Wait->At, "this leaves the newest " + groups(*Wait->Prior) +
                              " in flight, of those that were committed"));
}

/// A loop that fills buffers ahead of the tile in use, by more than there are.
void lintLead(FunctionLint &Lint, const ForStmt *Loop) {
  const auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
  if (!Body)
    return;
  for (const auto *At = Body->body_begin(); At != Body->body_end(); ++At) {
    const auto *Ahead = dyn_cast_or_null<ForStmt>(withoutAttributes(*At));
    if (!Ahead || Ahead->getInit())
      continue;
    auto Lead = leadOf(Lint, Ahead, Loop);
    if (!Lead || holdsProducersBack(Ahead))
      continue;
    std::vector<const CallExpr *> Copies;
    forEachBelow<CallExpr>(Ahead->getBody(), [&](const CallExpr *Call) {
      if (copyTarget(Call))
        Copies.push_back(Call);
    });
    for (const CallExpr *Copy : Copies) {
      auto Filled = ringOf(Lint, *copyTarget(Copy), Ahead);
      if (!Filled || *Lead <= Filled->Buffers)
        continue;
      const PipelineEvent *Use = nullptr;
      std::vector<PipelineEvent> Rest;
      for (const auto *Next = At + 1; Next != Body->body_end() && !Use;
           ++Next) {
        Rest = eventsOf(*Next, Lint.Context);
        for (const PipelineEvent &E : Rest) {
          auto Used = E.Kind == EventKind::Read ? ringOf(Lint, E.Element, Loop)
                                                : std::nullopt;
          if (Used && Used->Array == Filled->Array &&
              Used->First == Filled->First && Used->Buffers == Filled->Buffers)
            Use = &E;
        }
      }
      if (!Use)
        continue;
      LintFinding &F = Lint.report(
          Ahead, "too few buffers: " + std::to_string(*Lead) +
                     " tiles are on their way or in use at a time, and '" +
                     Filled->Array->getNameAsString() + "' has " +
                     std::to_string(Filled->Buffers) + " buffers");
      F.Notes.push_back(Lint.note(Copy, "the newest copy goes into the buffer "
                                        "of the tile in use"));
      F.Notes.push_back(Lint.note(Use->At, "used here"));
      break;
    }
  }
}

} // namespace pipeline_rewrite
