//===- ComputeOrder.cpp - The computation as the source does it -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/ComputeOrder.h"

namespace pipeline_rewrite {

/// A barrier orders what stands between the barriers, or all where more than
/// the tiles needs the load barrier.
ComputeOrder::ComputeOrder(const ScheduleInput &In, unsigned Tiles)
    : In(In), Tiles(Tiles) {
  bool Barrier = false, IsFirst = true;
  for (unsigned T = 0; T < Tiles; ++T)
    for (unsigned I = 0; I < In.Units.size(); ++I) {
      const BodyUnit &U = In.Units[I];
      Barrier |= (U.Kind == BodyUnit::LoadBarrier && In.KeepLoadBarrier) ||
                 (U.Kind == BodyUnit::TrailingBarrier && !In.WaitIsBarrier);
      if (U.Kind != BodyUnit::Compute && !U.IsVote)
        continue;
      const bool IsLoose = this->isLoose(I);
      Expected.push_back({T, I, Barrier && !IsFirst && !IsLoose, IsLoose});
      if (!IsLoose)
        Barrier = IsFirst = false;
    }
}

bool ComputeOrder::isLoose(unsigned Unit) const {
  if (isInSteps(Unit))
    return true;
  if (In.Units[Unit].IsVote)
    return false;
  return In.KeepLoadBarrier ? isAboveBarriers(Unit) : !readsTiles(Unit);
}

/// Analyse lets nothing that other threads see stand above a barrier on top.
bool ComputeOrder::isAboveBarriers(unsigned Unit) const {
  return In.barrierOnTop() && Unit < In.TrailingBarrier;
}

/// Its k-steps touch no memory but the fragments: no barrier orders them.
bool ComputeOrder::isInSteps(unsigned Unit) const {
  return In.StepsAhead && Unit == In.StepUnit;
}

bool ComputeOrder::readsTiles(unsigned Unit) const {
  return Unit > In.LoadBarrier &&
         (In.barrierOnTop() || Unit < In.TrailingBarrier);
}

std::string ComputeOrder::run(unsigned Unit) {
  if (!isNext(Unit))
    return "statement " + std::to_string(Unit) +
           " of the computation is out of order";
  const Event &Next = Expected[Happened++];
  if (Next.BarrierBefore && !BarrierSince)
    return "no barrier orders statement " + std::to_string(Unit);
  BarrierSince &= Next.IsLoose;
  return "";
}

} // namespace pipeline_rewrite
