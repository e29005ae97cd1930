//===- PlanInstance.h - One instance of a loop as Plan is told of it ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its facts, which no plan changes, and beside them what a run knows of the
// kernel: how it is launched and compiled, and what other loops have taken.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PLANINSTANCE_H
#define PIPELINE_REWRITE_PLAN_PLANINSTANCE_H

#include "Analyse/Host/KernelNeeds.h"
#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

struct PlanInstance {
  /// With nothing known of the kernel.
  explicit PlanInstance(const LoopFacts &Facts)
      : Facts(Facts), Memory(Facts.Memory) {}

  /// For all that asks about the loop alone.
  operator const LoopFacts &() const { return Facts; }

  const LoopFacts &Facts;
  /// That of the facts, with what the launches give and the kernel has besides.
  SharedMemoryUse Memory;
  StaticRoom Room;
  /// Blocks of the largest launch in view; nothing where a run decides.
  std::optional<uint64_t> LaunchedBlocks;
  /// A no: another loop of the kernel edits its launches.
  Answer MayEditLaunches;
  /// Tiles to which another loop gives so many buffers, which both have: no
  /// loop relies on what the other left in them.
  llvm::SmallDenseMap<const clang::VarDecl *, unsigned, 2> Shared;
  /// Other tiles that another loop names, and which of the loops it is.
  llvm::SmallPtrSet<const clang::VarDecl *, 2> InOtherLoops;
  Answer IsApart;

  /// LoopFacts::Growth, for launches that only this loop edits.
  Answer canGrow() const;
  llvm::ArrayRef<const clang::VarDecl *> moves() const;
  /// The same of LoopFacts::Partition and LoopFacts::Boxes.
  Answer canPartition() const;
  Answer areBoxes() const;

  /// Tile::Outside, where other loops count as outside.
  OutsideUse outsideUse(const Tile &T) const;
  /// The one buffer of the source is meant outside.
  bool isTied(const Tile &T) const {
    return T.UsedOutside && outsideUse(T) == OutsideUse::Unknown;
  }
  /// DynamicGrowth::IsSeparate, likewise.
  const Answer &isSeparate() const;
};

} // namespace pipeline_rewrite
#endif
