//===- LoopCourse.cpp - What variables hold in each iteration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "Undo/LoopTrace.h"

namespace pipeline_rewrite::undo {

using namespace clang;

/// What was set where there is a next tile is what the next iteration has.
void LoopTrace::settle() {
  for (auto &[V, Is] : Words.Held) {
    // At the end there is none, and nobody knows what it holds.
    if (!Is.Under.empty() && findMention(Loop.Condition, V))
      fail("how the loop ends");
    if (Is.Under == std::vector<std::string>{"@+1"})
      Is.Under.clear();
    if (!Is.Under.empty())
      Is = HeldValue();
  }
}

void LoopTrace::iterate(const Polynomial &I, int64_t Residue) {
  Words.Residue = Residue;
  Words.Modulus = Modulus;
  Words.Under.clear();
  Known = Exists ? Exists(&I, Residue) : TileTests();
  Words.Positive.reset();
  if (!Loop.isBodyFirst())
    if (const Expr *If = Loop.Condition) {
      const auto At = Words.Positives.find(Words.condition(If).Yes);
      if (At != Words.Positives.end())
        Words.Positive = At->second;
    }
  run(Loop.Body);
  settle();
  if (const Expr *Next = Loop.increment())
    runExpression(Next);
  Words.Residue.reset();
  Words.Positive.reset();
}

LoopTrace::State LoopTrace::stateAt(const Polynomial &I,
                                    int64_t Residue) const {
  State Out = Start;
  for (const auto &[V, Of] : Courses) {
    HeldValue &Is = Out[V];
    Is = HeldValue();
    if (Of.First)
      Is.Is = *Of.First + *Of.Step * I;
    else if (!Of.Cycle.empty())
      Is.Is = Of.Cycle[Residue % Modulus];
  }
  for (const VarDecl *V : Words.Changed)
    Out.erase(V);
  return Out;
}

/// Finds the course of each variable from the first iterations, and proves it
/// for all.
bool LoopTrace::follow() {
  std::vector<State> Seen{Start};
  Into = nullptr;
  for (int64_t N = 0; N <= Modulus && !Words.Failed; ++N) {
    iterate(N, N % Modulus);
    State Kept;
    for (const auto &[V, Is] : Words.Held)
      if (Start.contains(V))
        Kept[V] = Is;
    Words.Held = Kept;
    Seen.push_back(std::move(Kept));
  }
  if (Words.Failed)
    return false;
  Courses.clear();
  Advanced.clear();
  for (const auto &[V, First] : Start) {
    Course Of;
    bool IsKnown = true, IsSame = true, IsSum = true;
    const auto Invariant = [&](const Polynomial &P) {
      return !mayChange(P.words());
    };
    for (const State &Each : Seen) {
      const auto At = Each.find(V);
      IsKnown &= At != Each.end() && At->second.Is && At->second.Under.empty();
      IsSame &= IsKnown && First.Is && *At->second.Is == *First.Is;
    }
    if (IsSame)
      continue; // and is what it was
    Advanced.insert(V);
    if (IsKnown) {
      const Polynomial Step = *Seen[1][V].Is - *Seen[0][V].Is;
      for (size_t N = 0; N + 1 < Seen.size(); ++N)
        IsSum &= *Seen[N + 1][V].Is - *Seen[N][V].Is == Step;
      if (IsSum && Invariant(Step)) {
        Of.First = First.Is;
        Of.Step = Step;
      } else if (*Seen[Modulus][V].Is == *First.Is) {
        for (int64_t N = 0; N < Modulus; ++N)
          Of.Cycle.push_back(*Seen[N][V].Is);
        if (!llvm::all_of(Of.Cycle, Invariant))
          Of.Cycle.clear();
      }
    }
    Courses[V] = Of;
  }
  const Polynomial I = Polynomial::atom(AnyIteration.str());
  Body.assign(Modulus, {});
  for (int64_t R = 0; R < Modulus; ++R) {
    Body[R] = bodyAt(I, R);
    if (Words.Failed)
      return false;
    const State Next = stateAt(I + 1, (R + 1) % Modulus);
    for (const auto &[V, Of] : Courses) {
      const auto Is = Words.Held.find(V);
      const auto Wanted = Next.find(V);
      if (Wanted == Next.end() || !Wanted->second.Is)
        continue; // no step may read it
      if (Is == Words.Held.end() || !Is->second.Is ||
          !Is->second.Under.empty() || !(*Is->second.Is == *Wanted->second.Is))
        return fail("how '" + V->getNameAsString() + "' changes");
    }
    // And what has not changed in the first iterations does in none.
    for (const auto &[V, Is] : Start)
      if (!Courses.contains(V) && !Words.Changed.contains(V))
        if (const auto At = Words.Held.find(V);
            At == Words.Held.end() ||
            (Is.Is && (!At->second.Is || !(*At->second.Is == *Is.Is))))
          return fail("how '" + V->getNameAsString() + "' changes");
  }
  return true;
}

std::vector<TraceStep> LoopTrace::bodyAt(const Polynomial &I, int64_t Residue) {
  std::vector<TraceStep> Steps;
  Words.Held = stateAt(I, Residue);
  Into = &Steps;
  iterate(I, Residue);
  Into = nullptr;
  return Steps;
}

ConditionWords LoopTrace::conditionAt(const Polynomial &I, int64_t Residue) {
  Words.Held = stateAt(I, Residue);
  Words.Residue = Residue;
  Words.Modulus = Modulus;
  const ConditionWords Is = Words.condition(Loop.Condition);
  Words.Residue.reset();
  return Is;
}

bool LoopTrace::isEndKnown() {
  const Polynomial I = Polynomial::atom(AnyIteration.str());
  return !mayChange(conditionAt(I, 0).Yes) && !Words.Failed;
}

bool LoopTrace::isMonotone() {
  const Polynomial I = Polynomial::atom(AnyIteration.str());
  const auto MarginAt = [&](const Polynomial &At, int64_t R) {
    const auto Found = Words.Positives.find(conditionAt(At, R).Yes);
    return Found == Words.Positives.end() ? std::nullopt
                                          : std::optional(Found->second);
  };
  const auto Now = MarginAt(I, 0), Next = MarginAt(I + 1, 1 % Modulus);
  const auto Step = Now && Next ? (*Next - *Now).number() : std::nullopt;
  return Step && *Step < 0;
}

bool LoopTrace::areNamesSame(const LoopTrace &Other) const {
  for (const auto &[V, Is] : Start) {
    if (Advanced.contains(V))
      continue;
    const auto At = Other.Names.find(V->getNameAsString());
    if (At == Other.Names.end() ||
        At->second->getType().getCanonicalType().getAsString() !=
            V->getType().getCanonicalType().getAsString())
      return false;
    const auto Theirs = Other.Start.find(At->second);
    if (Theirs == Other.Start.end() || Is.Under != Theirs->second.Under ||
        Is.Is.has_value() != Theirs->second.Is.has_value() ||
        (Is.Is && !(*Is.Is == *Theirs->second.Is)))
      return false;
  }
  return true;
}

bool LoopTrace::readOnce() {
  const auto *Block = cast<CompoundStmt>(Loop.Function->getBody());
  Words.Held.clear();
  Words.Under.clear();
  Words.Failed = false;
  Words.MayReturn = true;
  Names.clear();
  for (const ParmVarDecl *V : Loop.Function->parameters())
    isNewName(V);
  Front.clear();
  Rest.clear();
  Known = Exists ? Exists(nullptr, 0) : TileTests();
  bool IsBefore = true;
  Into = &Front;
  for (const Stmt *S : Block->body()) {
    if (unattributed(S) != Loop.Loop) {
      if (!IsBefore) {
        // Its variables are what they are called.
        Words.Held.clear();
        Into = &Rest;
        runAsItStands(S);
      } else {
        run(S);
      }
      continue;
    }
    IsBefore = false;
    Words.MayReturn = false;
    if (Loop.init())
      run(Loop.init());
    Start = Words.Held;
    for (const VarDecl *V : Words.Changed)
      Start.erase(V);
    if (!follow())
      return false;
    Words.MayReturn = true;
  }
  return !IsBefore && !Words.Failed;
}

bool LoopTrace::read() {
  if (!Loop.Condition || Loop.Jump || !Loop.Exits.empty() || Loop.AddedBarrier)
    return fail("how the loop ends");
  // Until all that changes in code that runs as it stands is known.
  for (unsigned Try = 0; Try < 8; ++Try) {
    const size_t Changed = Words.Changed.size();
    const bool IsRead = readOnce();
    if (Words.Changed.size() == Changed) {
      if (!IsRead && Why.empty())
        Why = Words.Why;
      return IsRead;
    }
    Words.Failed = false;
    Why.clear();
  }
  return fail("what changes");
}

} // namespace pipeline_rewrite::undo
