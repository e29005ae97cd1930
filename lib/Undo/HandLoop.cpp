//===- HandLoop.cpp - The parts of a loop that is pipelined by hand -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/Counters.h"
#include "Ast/Loops.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Lint/PipelineEvents.h"
#include "Match/DeviceFunctions.h"
#include "Undo/Divider.h"

using namespace clang;

namespace pipeline_rewrite::undo {

Refusal refuse(RefusalId Id, const KLoop &Loop, const SourceUnit &Unit,
               std::string Detail, const Stmt *Cause) {
  Refusal R{Id, Unit.place(Loop.Loop->getBeginLoc()), std::move(Detail), {}};
  if (Cause)
    R.Notes.push_back({Unit.place(Cause->getBeginLoc()), "here"});
  return R;
}

std::string HandLoop::keyOf(const NamedDecl *D) const {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  D = cast<NamedDecl>(D->getCanonicalDecl());
  D->getNameForDiagnostic(OS, context().getPrintingPolicy(),
                          /*Qualified=*/true);
  const SourcePlace At = Unit->place(D->getLocation());
  OS << "@" << At.File << ":" << At.Line << ":" << At.Column;
  return Key;
}

bool HandLoop::isBarrier(unsigned U) const {
  return isBlockBarrier(Loop->Units[U]);
}

std::variant<HandLoop, Refusal> Divider::run(const HandLoop *From) {
  if (!header())
    return std::move(*Why);
  for (const Stmt *S : K.Units)
    findTiles(S);
  if (From)
    takePlain(*From);
  else
    findAhead();
  if (!divide(From != nullptr) || !checkTiles() || !checkLoads())
    return std::move(*Why);
  return std::move(Out);
}

bool Divider::no(RefusalId Id, std::string Detail, const Stmt *Cause) {
  if (!Why)
    Why = refuse(Id, K, Unit, std::move(Detail), Cause);
  return false;
}

bool Divider::header() {
  const auto *For = dyn_cast<ForStmt>(K.Loop);
  const VarDecl *V = For ? counterOf(*For) : nullptr;
  const Expr *Start = V ? startOf(*For, V) : nullptr;
  const auto Moves =
      V && For->getInc() ? stepOf(For->getInc(), V) : std::nullopt;
  Out.Around = dyn_cast_or_null<CompoundStmt>(K.Parent);
  if (!Start || !Moves || Moves->Down || !For->getCond() || !Out.Around ||
      For->getConditionVariable() || !builtinAssignment(For->getInc()))
    return no(RefusalId::HandLoop,
              "it is no 'for (k = start; condition; k += step)' in a block");
  const auto *Asked =
      dyn_cast<BinaryOperator>(For->getCond()->IgnoreParenImpCasts());
  if (!V->hasLocalStorage() || !V->getType()->isSignedIntegerType() ||
      Out.context().getIntWidth(V->getType()) < 32 || !Asked ||
      !Asked->isRelationalOp() || variableIn(Asked->getLHS()) != V)
    return no(RefusalId::HandLoop, "its counter is no 'int' that is compared "
                                   "with an end");
  if (K.Jump || !K.Exits.empty() || findLabel(Body))
    return no(RefusalId::HandLoop, "it may be left in the middle");
  if (const auto *D = dyn_cast<DeclStmt>(For->getInit());
      D ? !D->isSingleDecl()
        : !builtinAssignment(dyn_cast<Stmt>(For->getInit())))
    return no(RefusalId::HandLoop, "its header sets several variables");
  Out.Counter.Var = V;
  Out.Counter.Condition = For->getCond();
  Out.Start = Start;
  Out.Step = Moves->Step;
  for (const Expr *E : {For->getCond(), Start, Moves->Step})
    if (const Effects Of = E ? Collector.collect(E) : Effects();
        !Of.Accesses.empty() || !Of.isPure() || Of.anything() || Of.Moment ||
        Of.UnknownConstruct)
      return no(RefusalId::HandLoop, "its header does more than to count", E);
  return true;
}

void Divider::findTiles(const Stmt *S) {
  forEach<DeclRefExpr>(S, [&](const DeclRefExpr *Name) {
    if (const auto *V = dyn_cast<VarDecl>(Name->getDecl());
        V && isShared(V) && V->getType()->isArrayType())
      Out.Tiles[V] = false;
  });
}

void Divider::findRings() {
  for (auto &Each : Out.Tiles) {
    const VarDecl *V = Each.first;
    const auto *Array = Out.context().getAsConstantArrayType(V->getType());
    if (!isShared(V) || !V->isLocalVarDecl() || !Array ||
        !Array->getElementType()->isArrayType())
      continue;
    std::vector<const ArraySubscriptExpr *> Of;
    bool IsChosen = false, IsOther = false;
    forEach<ArraySubscriptExpr>(Body, [&](const ArraySubscriptExpr *E) {
      if (variableIn(E->getBase()) != V)
        return;
      Of.push_back(E);
      forEach<DeclRefExpr>(E->getIdx(), [&](const DeclRefExpr *Name) {
        const auto *Index = dyn_cast<VarDecl>(Name->getDecl());
        const bool Turns =
            Index && (Index == Out.Counter.Var || isCandidate(Index));
        IsChosen |= Turns;
        // In front of the loop a loop of its own may count them.
        IsOther |=
            !Turns && contains(K.Loop, E) && !fixedValue(Name, Out.context());
      });
      IsOther |= Collector.collect(E->getIdx()).readsGlobal();
    });
    const auto *Other =
        findMention(Body, V, nullptr, [&](const DeclRefExpr *Name) {
          return llvm::none_of(Of, [&](const ArraySubscriptExpr *E) {
            return contains(E->getBase(), Name);
          });
        });
    Each.second = IsChosen && !IsOther && !Other;
    if (Each.second)
      llvm::append_range(Out.Choices, Of);
  }
}

bool Divider::isCandidate(const VarDecl *V) const {
  return V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !isShared(V) &&
         V != Out.Counter.Var && !V->getType()->isReferenceType() &&
         Candidates.contains(V);
}

void Divider::findCandidates() {
  const auto Take = [&](const Stmt *S) {
    forEachUse(S, [&](const VariableUse &U) {
      if (U.Kind != UseKind::Value && U.Var)
        Candidates.insert(U.Var);
    });
    for (const VarDecl *V : Collector.collect(S).Writes)
      Candidates.insert(V);
  };
  for (const Stmt *S : K.Units)
    Take(S);
  for (const Stmt *S : K.Units)
    forEach<DeclStmt>(S, [&](const DeclStmt *D) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          Candidates.insert(V);
    });
  for (const Stmt *S : K.Units)
    forEach<ForStmt>(S, [&](const ForStmt *For) {
      if (const VarDecl *V = counterOf(*For))
        Candidates.erase(V);
    });
  // What a statement in front has of its own, and answers to whether there
  // is a tile at all.
  for (const Stmt *S : Out.Around->body()) {
    if (S == K.Whole || S == K.Loop)
      break;
    forEach<DeclStmt>(S, [&](const DeclStmt *D) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && (D != S || V->getType()->isBooleanType()))
          Candidates.insert(V);
    });
    forEach<ForStmt>(S, [&](const ForStmt *For) {
      if (const VarDecl *V = counterOf(*For); V && declarationOf(V, For))
        Candidates.erase(V);
    });
  }
}

void Divider::findAhead() {
  findCandidates();
  findRings();
  for (const VarDecl *V : Candidates)
    if (isCandidate(V))
      Out.Ahead.insert(V);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    std::vector<const Stmt *> Loads;
    for (const Stmt *S : K.Units)
      if (isLoad(S))
        Loads.push_back(S);
    for (const Stmt *S : Out.Around->body()) {
      if (S == K.Whole || S == K.Loop)
        break;
      if (isLoad(S))
        Loads.push_back(S);
    }
    const std::vector<const VarDecl *> All(Out.Ahead.begin(), Out.Ahead.end());
    for (const VarDecl *V : All)
      if (findMention(Body, V, nullptr, [&](const DeclRefExpr *Name) {
            return llvm::none_of(
                       Loads,
                       [&](const Stmt *S) { return contains(S, Name); }) &&
                   llvm::none_of(Out.Choices, [&](const ArraySubscriptExpr *E) {
                     return contains(E->getIdx(), Name);
                   });
          })) {
        Out.Ahead.erase(V);
        Changed = true;
      }
  }
}

void Divider::takePlain(const HandLoop &From) {
  for (unsigned U = 0; U < K.Units.size() && !isBlockBarrier(K.Units[U]); ++U) {
    forEach<DeclStmt>(K.Units[U], [&](const DeclStmt *D) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          Out.Ahead.insert(V);
    });
    for (const VarDecl *V : Collector.collect(K.Units[U]).Writes)
      Out.Ahead.insert(V);
  }
}

std::variant<HandLoop, Refusal> divideLoop(const KLoop &Loop,
                                           const SourceUnit &Unit) {
  return Divider(Loop, Unit).run(nullptr);
}

std::variant<HandLoop, Refusal> dividePlainLoop(const KLoop &Loop,
                                                const SourceUnit &Unit,
                                                const HandLoop &From) {
  return Divider(Loop, Unit).run(&From);
}

} // namespace pipeline_rewrite::undo
