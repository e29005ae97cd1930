//===- Machine/Order.cpp - Which access happens before which --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Order.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

void Joined::release(const Actor &A) {
  if (!Clocks)
    Clocks = A.Seen ? std::make_shared<ClockVector>(*A.Seen)
                    : std::make_shared<ClockVector>(Threads, 0);
  else if (Clocks.use_count() > 1) // others hold it: it must not change
    Clocks = std::make_shared<ClockVector>(*Clocks);
  ClockVector &Into = *Clocks;
  if (A.Seen && A.Seen != Clocks)
    for (size_t I = 0; I < Into.size(); ++I)
      Into[I] = std::max(Into[I], (*A.Seen)[I]);
  Into[A.Thread] = std::max(Into[A.Thread], A.Clock);
}

void Joined::acquireInto(Actor &A) const {
  if (!Clocks || A.Seen == Clocks)
    return;
  if (!A.Seen) {
    A.Seen = Clocks;
    return;
  }
  bool Covered = true;
  for (size_t I = 0; I < Clocks->size() && Covered; ++I)
    Covered = (*A.Seen)[I] <= (*Clocks)[I];
  if (Covered) {
    A.Seen = Clocks;
    return;
  }
  auto Both = std::make_shared<ClockVector>(*Clocks);
  for (size_t I = 0; I < Both->size(); ++I)
    (*Both)[I] = std::max((*Both)[I], (*A.Seen)[I]);
  A.Seen = std::move(Both);
}

} // namespace pipeline_rewrite::executor
