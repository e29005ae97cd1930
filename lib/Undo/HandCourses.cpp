//===- HandCourses.cpp - What variables hold in each iteration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Undo/HandTrace.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pipeline_rewrite::undo {

void HandTrace::iterate(int64_t Residue) {
  Reader.Residue = Residue;
  Reader.Guards.clear();
  run(Loop.Body);
  if (const Expr *Step = Loop.increment()) {
    std::vector<HandStep> *Was = Into;
    std::vector<HandStep> Steps;
    Into = &Steps;
    runExpression(Step);
    Into = Was;
    if (!Steps.empty())
      fail("the loop's increment does more");
  }
}

HandTrace::State HandTrace::stateAt(const Term *Iteration, int64_t Residue) {
  State Out = Start;
  for (auto &[V, Is] : Out)
    if (!Is.Under.empty())
      Is = {};
  for (const VarDecl *V : Heads)
    Out[V] = {};
  for (const auto &[V, Of] : Courses)
    Out[V] = {Of.Form ? All.at(Of.Form, Iteration) : Of.Values[Residue], {}};
  for (const VarDecl *V : Computed)
    Out[V] = {};
  return Out;
}

/// Of one run with symbols: nothing of it counts.
void HandTrace::guessCourses() {
  IsTrial = true;
  Reader.Held = Start;
  unsigned Number = 1u << 20;
  std::map<const VarDecl *, const Term *> Symbol;
  for (const VarDecl *V : Heads)
    if (const unsigned Type = Reader.typeOf(V->getType())) {
      Symbol[V] = All.symbol(Number++, Type);
      Reader.Held[V] = {Symbol[V], {}};
    }
  iterate(0);
  IsTrial = false;
  Why.clear();
  for (const auto &[V, Was] : Symbol) {
    const HeldTerm Is = Reader.Held.lookup(V), First = Start.lookup(V);
    if (!First.Is || !First.Under.empty())
      continue;
    const unsigned Type = Was->Type;
    if (Is.Is && Is.Under.empty() &&
        (isExact(V->getType()) || V->getType()->isPointerType())) {
      const Term *Step = All.sum(Is.Is, Was, -1, Type);
      const bool IsFixed =
          Step && !Terms::hasLoad(Step) &&
          llvm::none_of(Symbol, [&](const auto &Each) {
            return Terms::has(Step, Term::Symbol, Each.second->Code);
          });
      if (IsFixed) {
        Courses[V] = {All.sum(First.Is,
                              All.product(Step, All.iteration(), Type), 1,
                              Type),
                      {},
                      false};
        continue;
      }
    }
    if (Terms::numberOf(First.Is) && isExact(V->getType()))
      Courses[V] = {nullptr, {First.Is}, false};
  }
}

bool HandTrace::areCoursesProven(int64_t Residue) {
  const Term *Next = All.sum(All.iteration(), All.number(1, 0), 1, 0);
  for (auto &[V, Of] : Courses) {
    const HeldTerm Is = Reader.Held.lookup(V);
    if (Of.Form) {
      const bool IsTold =
          Is.Under.empty() ||
          (Of.IfTile && llvm::all_of(Is.Under, [](int D) { return D == 1; }));
      if (!IsTold || Is.Is != All.at(Of.Form, Next))
        return false;
    } else if (!Is.Under.empty() || !Terms::numberOf(Is.Is) ||
               Is.Is != Of.Values[(Residue + 1) % Buffers]) {
      return false;
    }
  }
  return true;
}

/// What waits in a register from one iteration to the next holds in front of
/// the loop what it would if there were an iteration before.
bool HandTrace::isFirst(const VarDecl *V, const Course &Of) {
  const HeldTerm First = Start.lookup(V);
  return First.Is && First.Is == All.at(Of.Form, All.number(0, 0)) &&
         llvm::all_of(First.Under, [&](int D) { return Of.IfTile && D == 0; });
}

bool HandTrace::runLoop() {
  if (const Stmt *Init = Loop.init()) {
    std::vector<HandStep> Steps;
    Into = &Steps;
    run(Init);
    Into = nullptr;
    if (!Steps.empty())
      return fail("the loop's first part does more");
  }
  if (!Why.empty())
    return false;
  Start = Reader.Held;
  InFront = false;
  llvm::DenseSet<const VarDecl *> Inner;
  forEachBelow<DeclStmt>(Loop.Body, [&](const DeclStmt *Group) {
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Inner.insert(V);
  });
  const Stmt *Parts[] = {Loop.Body, Loop.increment()};
  for (const Stmt *Part : Parts)
    if (Part)
      forEachUse(Part, [&](const VariableUse &U) {
        if (U.Kind != UseKind::Value && !Inner.contains(U.Var) &&
            !llvm::is_contained(Heads, U.Var))
          Heads.push_back(U.Var);
      });
  guessCourses();
  // Until what the computation changes, and what waits, are all found.
  for (unsigned Try = 0; Try < 24; ++Try) {
    const size_t Was = Computed.size();
    bool IsOther = false;
    Why.clear();
    Bodies.assign(Buffers, {});
    for (unsigned R = 0; R < Buffers && !IsOther; ++R) {
      for (auto &[V, Of] : Courses)
        if (!Of.Form && Of.Values.size() <= R)
          IsOther = true;
      if (IsOther)
        break;
      Reader.Held = stateAt(All.iteration(), R);
      Into = &Bodies[R];
      Reader.Residue = R;
      Reader.Guards.clear();
      const Term *Is = Reader.value(Loop.Condition);
      if (R && Is != Condition)
        fail("the loop's condition is another in each iteration");
      Condition = Is;
      iterate(R);
      Into = nullptr;
      for (auto &[V, Of] : Courses)
        if (!Of.Form && Of.Values.size() == R + 1 && R + 1 < Buffers) {
          const HeldTerm Is = Reader.Held.lookup(V);
          Of.Values.push_back(
              Is.Under.empty() && Terms::numberOf(Is.Is) ? Is.Is : nullptr);
        }
      for (auto At = Courses.begin(); At != Courses.end();) {
        const bool IsGone = Computed.contains(At->first) ||
                            llvm::is_contained(At->second.Values, nullptr);
        IsOther |= IsGone;
        At = IsGone ? Courses.erase(At) : std::next(At);
      }
      if (Computed.size() != Was || IsOther)
        break;
      if (!areCoursesProven(R)) {
        // One that is not: without it.
        for (auto &[V, Of] : Courses) {
          auto Only = std::move(Courses);
          Courses = {{V, Of}};
          const bool Is = areCoursesProven(R);
          Courses = std::move(Only);
          if (!Is) {
            Courses.erase(V);
            break;
          }
        }
        IsOther = true;
        break;
      }
      // Values that wait.
      for (const VarDecl *V : Heads) {
        const HeldTerm Is = Reader.Held.lookup(V);
        if (Courses.count(V) || Computed.contains(V) || !Is.Is ||
            !llvm::all_of(Is.Under, [](int D) { return D == 1; }))
          continue;
        const Term *Before = All.sum(All.iteration(), All.number(-1, 0), 1, 0);
        const Course Waits{All.at(Is.Is, Before), {}, true};
        if (Waits.Form && isFirst(V, Waits)) {
          Courses[V] = Waits;
          IsOther = true;
        }
      }
    }
    if (Computed.size() == Was && !IsOther) {
      for (const auto &[V, Of] : Courses)
        if (Of.Form ? !isFirst(V, Of)
                    : (Start.lookup(V).Is != Of.Values[0] ||
                       !Start.lookup(V).Under.empty()))
          return fail("what '" + V->getNameAsString() + "' holds at first");
      if (!Condition || Terms::hasLoad(Condition))
        return fail("the loop's condition is not understood");
      return Why.empty();
    }
  }
  return fail("what variables hold is not found");
}

} // namespace pipeline_rewrite::undo
