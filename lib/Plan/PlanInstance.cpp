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

Answer PlanInstance::canPartition() const {
  return MayEditLaunches.isNo() ? MayEditLaunches : Facts.Partition.CanLoad;
}

Answer PlanInstance::areBoxes() const {
  Answer Are = Facts.Boxes.Are;
  if (MayEditLaunches.isNo())
    Are.also(Answer(RefusalId::TmaLaunches, MayEditLaunches.because()));
  return Are;
}

OutsideUse PlanInstance::outsideUse(const Tile &T) const {
  return InOtherLoops.contains(T.Var) ? OutsideUse::Unknown : T.Outside;
}

const Answer &PlanInstance::isSeparate() const {
  return IsApart.isNo() ? IsApart : Facts.Growth.IsSeparate;
}

} // namespace pipeline_rewrite
