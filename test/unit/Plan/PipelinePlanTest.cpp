//===- PipelinePlanTest.cpp - The conditions of a plan, one by one --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PipelinePlan.h"
#include "gtest/gtest.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// verify() compares tiles and looks at none: any two places will do.
const VarDecl *variable(unsigned Number) {
  alignas(8) static char Places[2][8];
  return reinterpret_cast<const VarDecl *>(Places[Number]);
}

Tile tile(unsigned Number) {
  Tile T;
  T.Var = variable(Number);
  T.Shape.Bytes = 1024;
  return T;
}

TileStore storeTo(const VarDecl *Tile) {
  TileStore S;
  S.Tile = Tile;
  return S;
}

/// A loop with two tiles: the first through registers, the second by cp.async.
class PipelinePlanTest : public testing::Test {
protected:
  PipelinePlanTest() {
    Facts.Tiles = {tile(0), tile(1)};
    Instance.Memory.Tiles = {Facts.Tiles[0].Shape, Facts.Tiles[1].Shape};
    Facts.Stores = {storeTo(variable(0)), storeTo(variable(1))};
    Plan.Instance = &Instance;
    Plan.Facts = &Facts;
    Plan.Tiles.resize(2);
    Plan.Tiles[0].Var = variable(0);
    Plan.Tiles[1].Var = variable(1);
    Plan.Tiles[1].Copy = CopyKind::Async;
    Plan.Tiles[1].CopyBytes = 16;
    Plan.Tiles[0].Home = Plan.Tiles[1].Home = TileHome::Array;
  }

  /// Three stages, and the loads in parts.
  void makeRing() {
    Plan.Stages = Plan.Tiles[1].Stages = 3;
    Parts = std::make_shared<LoadParts>();
    Parts->Near.Slice.Stores = {Facts.Stores[0]};
    Parts->Ahead.Slice.Stores = {Facts.Stores[1]};
    Plan.Parts = Parts;
  }

  std::string fault() const { return Plan.verify().value_or(""); }

  LoopFacts Facts;
  PlanInstance Instance{Facts};
  PipelinePlan Plan;
  std::shared_ptr<LoadParts> Parts;
};

TEST_F(PipelinePlanTest, TwoStages) {
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(Plan.summary(), "mixed, 2 stages, predicate");
}

TEST_F(PipelinePlanTest, SeveralBuffersHaveAHome) {
  Plan.Tiles[1].Home = TileHome::Source;
  EXPECT_EQ(fault(), "there is no place for the buffers of a tile");
}

/// Each home is in one list of those that are written.
TEST_F(PipelinePlanTest, HomesAreLists) {
  EXPECT_EQ(Plan.indexedTiles().size(), 2u);
  Plan.Tiles[0].Home = TileHome::Launch;
  Plan.Tiles[1].Home = TileHome::Moved;
  Plan.Tiles[1].AddAlign = 16;
  Facts.Growth.Moves = {variable(1)};
  EXPECT_EQ(Plan.findIndexed(variable(0)), nullptr);
  EXPECT_EQ(Plan.movedTiles(TileHome::Moved), Plan.indexedTiles());
  EXPECT_TRUE(Plan.realignedTiles().empty());
  EXPECT_TRUE(Plan.movesTiles());
  Plan.Tiles[1].Home = TileHome::Beside;
  EXPECT_EQ(Plan.movedTiles(TileHome::Beside).size(), 1u);
  EXPECT_TRUE(Plan.indexedTiles().empty());
  EXPECT_EQ(Plan.realignedTiles().size(), 1u);
  EXPECT_TRUE(Plan.movesTiles());
}

TEST_F(PipelinePlanTest, RingBesideTwoBuffers) {
  makeRing();
  EXPECT_EQ(fault(), "");
  Plan.Shape = LoopShape::Peel;
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(Plan.summary(), "mixed, 3 stages, peel");
}

TEST_F(PipelinePlanTest, RegisterTilesHaveTwoBuffers) {
  makeRing();
  Plan.Tiles[0].Stages = 3;
  EXPECT_EQ(fault(), "tiles differ in their number of buffers");
}

TEST_F(PipelinePlanTest, RingTilesHaveAllStages) {
  makeRing();
  Plan.Tiles[1].Stages = 2;
  EXPECT_EQ(fault(), "tiles differ in their number of buffers");
}

TEST_F(PipelinePlanTest, RingNeedsPartsForRegisters) {
  makeRing();
  Plan.Parts = nullptr;
  EXPECT_EQ(fault(), "a ring of stages needs asynchronous copies");
}

TEST_F(PipelinePlanTest, RingNeedsACopy) {
  makeRing();
  Plan.Tiles[1].Copy = CopyKind::Register;
  Plan.Tiles[0].Stages = 3;
  EXPECT_EQ(fault(), "a ring of stages needs asynchronous copies");
}

TEST_F(PipelinePlanTest, PartsAreForARing) {
  makeRing();
  Plan.Stages = Plan.Tiles[1].Stages = 2;
  EXPECT_EQ(fault(), "the loads are not parted as their tiles are");
}

TEST_F(PipelinePlanTest, NoLoadIsInTheOtherPart) {
  makeRing();
  std::swap(Parts->Near.Slice.Stores, Parts->Ahead.Slice.Stores);
  EXPECT_EQ(fault(), "the loads are not parted as their tiles are");
}

TEST_F(PipelinePlanTest, NoLoadIsLost) {
  makeRing();
  Parts->Near.Slice.Stores.clear();
  EXPECT_EQ(fault(), "the loads are not parted as their tiles are");
}

TEST_F(PipelinePlanTest, NoLoadIsInBothParts) {
  makeRing();
  Parts->Near.Slice.Stores.push_back(Facts.Stores[0]);
  EXPECT_EQ(fault(), "the loads are not parted as their tiles are");
}

TEST_F(PipelinePlanTest, OnlyFetchesAreHeld) {
  Plan.HoldLoads = true;
  EXPECT_EQ(fault(), "");
  makeRing();
  EXPECT_EQ(fault(), "");
  Plan.Parts = nullptr;
  Plan.Tiles[0].Copy = CopyKind::Async;
  Plan.Tiles[0].CopyBytes = 16;
  Plan.Tiles[0].Stages = 3;
  EXPECT_EQ(fault(), "there are no loads to hold before the computation");
}

TEST_F(PipelinePlanTest, FragmentsAheadFollowCopies) {
  const char *Fault = "fragments are read of a tile that is not there";
  Plan.FragmentsAhead = true;
  Facts.Steps.CanReadAhead = Answer::yes();
  EXPECT_EQ(fault(), Fault); // one tile is stored from registers
  Plan.Tiles[0].Copy = CopyKind::Async;
  Plan.Tiles[0].CopyBytes = 16;
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(Plan.summary(), "cpasync, 2 stages, predicate, fragments ahead");
  Plan.KeepLoadBarrier = true;
  EXPECT_EQ(fault(), Fault);
  Plan.KeepLoadBarrier = false;
  Facts.Steps.CanReadAhead = "they are computed";
  EXPECT_EQ(fault(), Fault);
}

/// That nobody asked is no yes.
TEST_F(PipelinePlanTest, BlockPipelineIsOfTheWholeBlock) {
  const char *Fault =
      "the pipeline of the block waits for threads that may not come";
  Plan.Api = AsyncApi::PipelineBlock;
  EXPECT_EQ(fault(), Fault);
  Facts.IsOfWholeBlock = "some are gone";
  EXPECT_EQ(fault(), Fault);
  Facts.IsOfWholeBlock = Answer::yes();
  EXPECT_EQ(fault(), "");
}

TEST_F(PipelinePlanTest, MemoryOfRegisterTilesEndsAtTwo) {
  SharedMemoryUse Use = Plan.memoryOf(Instance);
  EXPECT_EQ(Use.Tiles[0].bytesWith(4), 2048u);
  EXPECT_EQ(Use.Tiles[1].bytesWith(4), 4096u);
  Plan.Tiles[1].Copy = CopyKind::Register; // no ring is possible: all alike
  EXPECT_EQ(Plan.memoryOf(Instance).Tiles[0].bytesWith(4), 4096u);
}

} // namespace
} // namespace pipeline_rewrite
