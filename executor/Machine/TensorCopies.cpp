//===- Machine/TensorCopies.cpp - Boxes that tensor maps copy -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/TensorCopies.h"
#include "executor/Machine/Block.h"
#include <cstring>

namespace pipeline_rewrite::executor {

void TensorCopies::issue(Box New) {
  Actor &Self = B.thread(New.Thread).Self;
  for (const Row &Each : New.Rows)
    if (!B.Shared.beginCopy(Self, Each.Target, Each.Bytes))
      return; // reported there
  Boxes.push_back(std::move(New));
  if (Boxes.back().Moment == CopyMoment::Early) {
    const Box Now = std::move(Boxes.back());
    Boxes.pop_back();
    land(Now);
  }
}

void TensorCopies::land(const Box &Each) {
  Thread &T = B.thread(Each.Thread);
  std::vector<uint8_t> Bytes;
  for (const Row &R : Each.Rows) {
    Bytes.assign(R.Bytes, 0);
    if (R.Source)
      std::memcpy(Bytes.data() + R.Before, R.Source, R.Read);
    B.Shared.landCopy(R.Target, R.Bytes, Bytes.data());
    B.Shared.endCopy(T.Self, R.Target, R.Bytes);
  }
  B.MBars.complete(T, Each.Barrier, Each.Bytes);
}

void TensorCopies::landSome(Random &Rng) {
  const size_t At = Rng.below(static_cast<uint32_t>(Boxes.size()));
  if (Boxes[At].Moment == CopyMoment::Late)
    return;
  const Box Now = std::move(Boxes[At]);
  Boxes.erase(Boxes.begin() + static_cast<ptrdiff_t>(At));
  land(Now);
}

void TensorCopies::landFor(uint32_t Barrier) {
  std::vector<Box> Due, Rest;
  for (Box &Each : Boxes)
    (Each.Barrier == Barrier ? Due : Rest).push_back(std::move(Each));
  Boxes = std::move(Rest);
  for (const Box &Each : Due)
    land(Each);
}

} // namespace pipeline_rewrite::executor
