//===- PlanInstance.cpp - One instance of a loop as Plan is told of it ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanInstance.h"

using namespace clang;

namespace pipeline_rewrite {

Answer PlanInstance::canGrow() const {
  return MayEditLaunches.isNo() ? MayEditLaunches : Facts.Growth.CanGrow;
}

llvm::ArrayRef<const VarDecl *> PlanInstance::moves() const {
  if (MayEditLaunches.isNo())
    return {};
  return Facts.Growth.Moves;
}

/// Where the source's loop may run as well, its threads are all that there are.
static Answer standsAlone(const LoopFacts &Facts) {
  return Facts.Ranges ? Answer("the original loop stays beside the new one")
                      : Answer::yes();
}

Answer PlanInstance::canPartition() const {
  if (const Answer Alone = standsAlone(Facts); Alone.isNo())
    return Alone;
  return MayEditLaunches.isNo() ? MayEditLaunches : Facts.Partition.CanLoad;
}

Answer PlanInstance::areBoxes() const {
  Answer Are = Facts.Boxes.Are;
  if (const Answer Alone = standsAlone(Facts); Alone.isNo())
    Are.also(Answer(RefusalId::TmaKernel, Alone.because()));
  if (MayEditLaunches.isNo())
    Are.also(Answer(RefusalId::TmaLaunches, MayEditLaunches.because()));
  return Are;
}

OutsideUse PlanInstance::outsideUse(const Tile &T) const {
  // Which buffer has the last tile depends on the loop that ran.
  const bool MayStay =
      Facts.Ranges ||
      llvm::any_of(Facts.Tiles, [](const Tile &Each) { return Each.Dynamic; });
  const bool IsOpen = MayStay && T.Outside == OutsideUse::Last;
  return IsOpen || InOtherLoops.contains(T.Var) ? OutsideUse::Unknown
                                                : T.Outside;
}

const Answer &PlanInstance::isSeparate() const {
  return IsApart.isNo() ? IsApart : Facts.Growth.IsSeparate;
}

} // namespace pipeline_rewrite
