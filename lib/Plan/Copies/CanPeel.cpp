//===- CanPeel.cpp - Whether the last tile may be peeled ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CanPeel.h"
#include "Plan/Phases/OnceOnly.h"

using namespace clang;

namespace pipeline_rewrite {

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
