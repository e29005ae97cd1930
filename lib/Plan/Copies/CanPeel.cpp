//===- CanPeel.cpp - What runs, or is declared, a second time -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/NamedDecls.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"
#include "Plan/Decisions.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Evaluated a second time, or behind the first loads, it may give another
/// value or leave another trace.
bool hasEffects(const LoopFacts &Facts, const DeclStmt *Init) {
  Effects E = Facts.Collector->collect(Init);
  return !E.isPure() || E.reads(Space::Shared) || E.reads(Space::Unknown) ||
         llvm::any_of(E.Writes, [&](const VarDecl *V) {
           return !llvm::is_contained(Init->decls(), V);
         });
}

/// The computation, which is repeated behind the loop, names what \p Init
/// declares.
bool computationNames(const LoopFacts &Facts, const DeclStmt *Init) {
  for (const LoopUnit &U : Facts.Units) {
    if (U.Role == UnitRole::Load || U.Role == UnitRole::Declaration)
      continue;
    for (const NamedUse &Use : namesIn(U.S))
      if (llvm::is_contained(Init->decls(), Use.Decl))
        return true;
  }
  return false;
}

} // namespace

bool mustHoistInit(const LoopFacts &Facts, LoopShape Shape) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Facts.Loop->init());
  if (!Init)
    return false;
  if (hasEffects(Facts, Init))
    return true;
  return Shape == LoopShape::Peel &&
         (Facts.IncrementOnComputeSide || computationNames(Facts, Init));
}

const Stmt *findOnceOnly(const LoopFacts &Facts) {
  for (const LoopUnit &U : Facts.Units)
    if (U.Role == UnitRole::Compute) {
      if (const Stmt *S = findBelow(U.S, declaresStatic))
        return S;
      if (const Stmt *S = Facts.Collector->collect(U.S).OnceOnly)
        return S;
    }
  return nullptr;
}

std::optional<Refusal> findUnpeelable(const PlanInput &In) {
  if (In.Facts.ConditionWrites)
    return In.refuse(
        RefusalId::CannotPeel,
        "the loop condition changes variables, and the peeled loop "
        "asks it for the next tile alone",
        In.Facts.Loop->Condition, "the condition");
  if (!In.Facts.Loop->Exits.empty())
    return In.refuse(RefusalId::CannotPeel,
                     "the last tile would be computed although the loop was "
                     "left before it",
                     In.Facts.Loop->Exits.front().Unit, "left here");
  if (In.Facts.voteOnTop())
    return In.refuse(RefusalId::CannotPeel,
                     "the last tile would want the vote on top of the body",
                     In.Facts.Units[In.Facts.TrailingBarrier].S, "this vote");
  if (const Stmt *S = findOnceOnly(In.Facts))
    return In.refuse(RefusalId::CannotPeel,
                     "the computation holds a declaration that may not be "
                     "repeated",
                     S, "declared here");
  return std::nullopt;
}

bool trailingBarrierMatters(const LoopFacts &Facts) {
  if (Facts.voteOnTop()) // no barrier follows the last tile in the source
    return false;
  if (Facts.SharedUsedAfter)
    return true;
  // What the computation reads may be written behind the loop, by a thread
  // that is already there.
  for (const LoopUnit &U : Facts.Units) {
    if (U.Role == UnitRole::Load)
      continue;
    Effects E = Facts.Collector->collect(U.S);
    for (Space S : {Space::Global, Space::Unknown})
      if (E.reads(S) || E.writes(S))
        return true;
  }
  return false;
}

} // namespace pipeline_rewrite
