//===- PartitionMaps.cpp - Boxes that threads of their own copy -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A warp is enough, and costs a block the least. Where it could be told from
// the block's own threads the block gets as many again, of which one copies.
//===----------------------------------------------------------------------===//
#include "Plan/PartitionMaps.h"
#include "Analyse/Forms/BesideBlock.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "Plan/Copies/CanPartition.h"
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

static Answer haveSideBySide(const PlanInput &In) {
  for (const LoopFacts &F : In.Instances)
    if (const Answer May = canStandBeside(F); May.isNo())
      return May;
  return Answer::yes();
}

/// Of the blocks that are known: each launch asks when it is made.
static Answer haveRoom(const PlanInput &In, uint64_t More) {
  constexpr uint64_t WarpThreads = 32, MostThreads = 1024;
  BlockShapes Shapes = blockShapes(In.Facts.Boxes.Launch, In.Unit.context());
  if (const auto &Asked = In.Facts.Boxes.Asked)
    Shapes = {Asked->Shape};
  for (const auto &[X, Y, Z] : Shapes) {
    const uint64_t Threads = uint64_t(X) * Y;
    if (Z == 1 && Threads % WarpThreads == 0 &&
        Threads + std::min(More, Threads) <= MostThreads)
      return Answer::yes();
  }
  return {RefusalId::TmaLaunches,
          "no launch has whole warps in x and y, and room for threads besides"};
}

std::optional<Refusal> partitionMaps(PipelinePlan &P, const PlanInput &In) {
  P.Api = AsyncApi::PartitionedMaps;
  P.WaitIsBarrier = true;
  const Answer Beside = haveSideBySide(In);
  for (const Answer &May :
       {arePlaced(P),
        withId(RefusalId::TmaKernel, canWaitForBlock(In.Instances)),
        withId(RefusalId::TmaKernel, canPartition(P, In.Instances, In.Opts)),
        haveRoom(In, Beside.isYes() ? 32 : 1024)})
    if (May.isNo())
      return In.refuse(May);
  P.Twin->Besides = Beside.isYes() ? KernelTwin::Warp : KernelTwin::Layer;
  P.Deciding.push_back(
      Beside.isYes()
          ? "the launches give a block a warp that only copies"
          : "the launches give a block as many threads again, of which one "
            "copies, because " +
                Beside.because());
  return std::nullopt;
}

} // namespace pipeline_rewrite
