//===- HandRun.cpp - Which tile each statement of a pipelined loop means --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Counters.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Lint/PipelineEvents.h"
#include "Match/DeviceFunctions.h"
#include "Undo/HandThread.h"

using namespace clang;

namespace pipeline_rewrite::undo {

constexpr int MostUnrolled = 16;

HandTrace HandThread::run(int Most) {
  for (const Stmt *S : L.Before)
    if (On())
      execute(S);
  Trace.BarrierBefore = Epoch > 0;
  IsInLoop = true;
  for (Tile = 0; Tile < std::min(Exist, Most) && On(); ++Tile) {
    Reader.Held[L.Counter.Var] = {"@", std::nullopt, std::nullopt, Tile};
    Trace.States.push_back(state());
    Trace.Loads.clear();
    Trace.Values.clear();
    Seen.clear();
    for (unsigned U = 0; U < L.Loop->Units.size() && On(); ++U)
      if (L.IsLoad[U])
        execute(L.Loop->Units[U]);
      else
        compute(U);
  }
  return std::move(Trace);
}

void HandThread::fail(RefusalId Id, std::string What, const Stmt *At) {
  if (!On())
    return;
  Trace.Wrong = std::move(What);
  Trace.Id = Id;
  Trace.At = At;
}

bool HandThread::countsTiles(const VarDecl *V) {
  if (!L.context().hasSameUnqualifiedType(V->getType(),
                                          L.Counter.Var->getType()))
    return false;
  for (const ArraySubscriptExpr *E : L.Choices)
    if (findMention(E->getIdx(), V))
      return false;
  unsigned Moves = 0;
  bool Others = false;
  const auto Ask = [&](const auto &Self, const Stmt *S) -> void {
    if (!S)
      return;
    if (const auto Done = builtinAssignment(S);
        Done && variableIn(Done->Target) == V) {
      const auto By = stepOf(cast<Expr>(S), V);
      const Value Step = By && By->Step ? Reader.read(By->Step)
                                        : Value{"#1", 1, 0, std::nullopt};
      if (By && !By->Down && Step.Text == Reader.Counter.Step.Text)
        ++Moves;
      else
        Others = true;
    }
    for (const Stmt *Child : S->children())
      Self(Self, Child);
  };
  for (const Stmt *S : L.Before)
    Ask(Ask, S);
  for (const Stmt *S : L.Loop->Units)
    Ask(Ask, S);
  return Moves && !Others;
}

Value HandThread::asTile(Value V) const {
  const Value &Start = Reader.Counter.Start, &Step = Reader.Counter.Step;
  if (V.Number && V.Slope == 0 && Start.Number && Step.Number && *Step.Number &&
      (*V.Number - *Start.Number) % *Step.Number == 0)
    V = {"@", std::nullopt, std::nullopt,
         int((*V.Number - *Start.Number) / *Step.Number)};
  else if (!V.Number && !V.Tile && V.Text == Start.Text)
    V = {"@", std::nullopt, std::nullopt, 0};
  return V;
}

std::string HandThread::state() {
  std::string Text;
  for (const VarDecl *V : sorted()) {
    const auto It = Reader.Held.find(V);
    if (It == Reader.Held.end())
      continue;
    const Value &Of = It->second;
    Text += V->getNameAsString() + "=";
    if (Of.Tile)
      Text += "@" + std::to_string(*Of.Tile - Tile);
    else if (Of.Number && (Of.Slope == 0 || !isOfBody(V)))
      Text += std::to_string(*Of.Number);
    Text += ";";
  }
  return Text;
}

bool HandThread::isOfBody(const VarDecl *V) const {
  return L.context().getSourceManager().isBeforeInTranslationUnit(
      L.Loop->Loop->getBeginLoc(), V->getLocation());
}

std::vector<const VarDecl *> HandThread::sorted() const {
  std::vector<const VarDecl *> Out(L.Ahead.begin(), L.Ahead.end());
  llvm::sort(Out, [](const VarDecl *A, const VarDecl *B) {
    return A->getLocation() < B->getLocation();
  });
  return Out;
}

void HandThread::execute(const Stmt *S) {
  if (!On() || isa<NullStmt>(S))
    return;
  if (isBlockBarrier(S)) {
    ++Epoch;
    Computed = false;
    return;
  }
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return execute(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Each : Block->body())
      execute(Each);
    return;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    if (branch(If))
      return;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declare(D);
  const std::vector<PipelineEvent> Events = eventsOf(S, L.context());
  const auto Has = [&](EventKind Kind) {
    return llvm::any_of(Events,
                        [&](const PipelineEvent &E) { return E.Kind == Kind; });
  };
  if (const auto *For = dyn_cast<ForStmt>(S); For && Has(EventKind::Commit))
    return unroll(For);
  if (!isa<CallExpr>(S) && (Has(EventKind::Commit) || Has(EventKind::Wait) ||
                            Has(EventKind::Barrier)))
    return fail(RefusalId::HandStatement,
                "copies or barriers under a condition that does not ask "
                "whether a tile exists",
                S);
  if (Has(EventKind::Commit)) {
    ++Committed;
    return;
  }
  if (Has(EventKind::Wait))
    return wait(cast<CallExpr>(S));
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && Has(EventKind::Barrier)) {
    // __syncwarp(): in the plain loop a barrier stands at the same place.
    if (Computed || !IsInLoop)
      fail(RefusalId::HandBarrier,
           "threads of a warp wait for each other amid the computation", S);
    return;
  }
  if (const auto Done = anyAssignment(S))
    if (const VarDecl *V = variableIn(Done->Target);
        V && L.Ahead.contains(V) && !V->getType()->isArrayType())
      return assign(V, S);
  transfer(S, Has(EventKind::Copy));
}

bool HandThread::branch(const IfStmt *If) {
  Reader.forget();
  const auto Asked = Reader.truth(If->getCond(), Tile);
  if (!Asked)
    return false;
  const bool Holds = Asked->IsTile ? Asked->Of < Exist : Asked->Of != 0;
  if (const Stmt *Taken = Holds ? If->getThen() : If->getElse())
    execute(Taken);
  return true;
}

void HandThread::set(const VarDecl *V, Value To, const Stmt *S) {
  if (Reader.Strange || mentionsArrays(S))
    return fail(RefusalId::HandStatement,
                "a statement that loads ahead is not understood",
                Reader.Strange.value_or(S));
  if (Runners.contains(V))
    To = asTile(std::move(To));
  if ((!To.Number || To.Slope != 0) && !To.Tile && !isAnswer(V))
    note(S, /*Fills=*/false);
  Reader.Held[V] = std::move(To);
}

void HandThread::declare(const DeclStmt *D) {
  for (const Decl *Each : D->decls()) {
    const auto *V = cast<VarDecl>(Each);
    Reader.forget();
    if (!V->getInit()) {
      Reader.Held.erase(V);
      if (!V->getType()->isArrayType())
        Reader.Held[V] = {"nothing", std::nullopt, std::nullopt, std::nullopt};
      else
        Buffers[{V, 0}] = {};
      continue;
    }
    if (V->getType()->isArrayType() || V->isStaticLocal())
      return fail(RefusalId::HandStatement,
                  "a statement that loads ahead is not understood", D);
    Value To = Reader.read(V->getInit());
    set(V, std::move(To), D);
  }
}

void HandThread::assign(const VarDecl *V, const Stmt *S) {
  Reader.forget();
  Value To = Reader.changed(V, S);
  set(V, std::move(To), S);
}

void HandThread::unroll(const ForStmt *For) {
  const VarDecl *V = counterOf(*For);
  if (IsInLoop || !For->getCond() || !For->getInc() ||
      For->getConditionVariable())
    return fail(RefusalId::HandStatement,
                "a loop that starts copies is not understood", For);
  if (For->getInit()) {
    const Expr *From = V ? startOf(*For, V) : nullptr;
    if (!From || !variableFits(V))
      return fail(RefusalId::HandStatement,
                  "a loop that starts copies is not understood", For);
    Reader.forget();
    Reader.Held[V] = Reader.read(From);
  }
  for (int Round = 0; On(); ++Round) {
    Reader.forget();
    const auto Again = Reader.truth(For->getCond(), 0);
    if (!Again || Again->IsTile || Reader.Strange || Round > MostUnrolled)
      return fail(RefusalId::HandStatement,
                  "a loop that starts copies is not understood", For);
    if (!Again->Of)
      return;
    execute(For->getBody());
    const auto Done = builtinAssignment(For->getInc());
    const VarDecl *Next = Done ? variableIn(Done->Target) : nullptr;
    if (!Next || (!L.Ahead.contains(Next) && Next != V))
      return fail(RefusalId::HandStatement,
                  "a loop that starts copies is not understood", For);
    Reader.forget();
    Reader.Held[Next] = Reader.changed(Next, For->getInc());
  }
}

HandTrace runLoop(const HandLoop &Loop, int Exist, int Most) {
  return HandThread(Loop, Exist).run(Most);
}

std::optional<int> turnsOf(const HandLoop &Loop) {
  constexpr int Many = 64;
  HandThread T(Loop, Many);
  const HandTrace Trace = T.run(Many - 16);
  const int Period = T.period();
  for (int First = 0; First < 8; ++First)
    for (int Turn = Period; First + 2 * Turn < int(Trace.States.size());
         Turn += Period)
      if (Trace.States[First] == Trace.States[First + Turn])
        return First + Turn;
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
