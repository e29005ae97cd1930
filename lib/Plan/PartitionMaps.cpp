//===- PartitionMaps.cpp - Boxes that threads of their own copy -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The launches give a block a warp more: its threads have the numbers that
// follow those of the block's own.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/BesideBlock.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "Budget/BlockWithWarp.h"
#include "Plan/Copies/CanPartition.h"
#include "Plan/Decisions.h"
#include "clang/AST/ASTContext.h"

namespace pipeline_rewrite {

/// One thread starts all copies, each by an expression of its own loop.
static Answer arePlaced(const PipelinePlan &P) {
  return P.placedTiles().size() == P.Tiles.size()
             ? Answer::yes()
             : Answer(RefusalId::TmaBox,
                      "threads of their own copy only boxes whose place is the "
                      "same for all threads of the block");
}

static Answer withId(RefusalId Id, const Answer &May) {
  return May.isNo() ? Answer(Id, May.because(), May.at()) : May;
}

static Answer canAllStandBeside(const PlanInput &In) {
  for (const LoopFacts &F : In.Instances)
    if (const Answer May = canStandBeside(F); May.isNo())
      return May;
  return Answer::yes();
}

/// Of the blocks that are known: each launch asks when it is made.
static Answer haveRoom(const PlanInput &In) {
  BlockShapes Shapes = blockShapes(In.Facts.Boxes.Launch, In.Unit.context());
  if (const auto &Asked = In.Facts.Boxes.Asked)
    Shapes = {Asked->Shape};
  return llvm::any_of(Shapes,
                      [](const BlockShape &Own) {
                        return blockWithWarp(Own).has_value();
                      })
             ? Answer::yes()
             : Answer(RefusalId::TmaLaunches,
                      "no launch has whole warps in x and y, and room for one "
                      "more");
}

std::optional<Refusal> partitionMaps(PipelinePlan &P, const PlanInput &In) {
  P.Api = AsyncApi::PartitionedMaps;
  P.WaitIsBarrier = true;
  for (const Answer &May :
       {arePlaced(P),
        withId(RefusalId::TmaKernel, canWaitForBlock(In.Instances)),
        withId(RefusalId::TmaKernel, canPartition(P, In.Instances, In.Opts)),
        withId(RefusalId::TmaKernel, orderOnlyCopies(P, In.Instances)),
        withId(RefusalId::TmaKernel, canAllStandBeside(In)), haveRoom(In)})
    if (May.isNo())
      return In.refuse(May);
  P.Deciding.push_back("the launches give a block a warp that only copies");
  return std::nullopt;
}

} // namespace pipeline_rewrite
