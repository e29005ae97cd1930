//===- BudgetTest.cpp - Shared memory of a loop on one architecture -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/Budget.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

constexpr uint64_t KB = 1024;

TileShape tile(uint64_t Bytes, bool MultiBuffered = true) {
  return {"As", "float", 4, {Bytes / 4}, Bytes, MultiBuffered, {}};
}

SharedMemoryUse use(std::vector<TileShape> Tiles, unsigned Threads = 256) {
  SharedMemoryUse Use;
  Use.Instance = "gemm";
  Use.Tiles = std::move(Tiles);
  Use.ThreadsPerBlock = Threads;
  return Use;
}

BudgetRow on(const char *Arch, const SharedMemoryUse &Use,
             unsigned Stages = 2) {
  return computeBudget(Use, Stages, *findArchitecture(Arch));
}

TEST(Budget, TilesOfTwoAndTwoBecomeEight) {
  BudgetRow Row = on("sm_86", use({tile(2 * KB), tile(2 * KB)}));
  EXPECT_EQ(Row.Arch, "sm_86");
  EXPECT_EQ(Row.Instance, "gemm");
  EXPECT_EQ(Row.BytesBefore, 4 * KB);
  EXPECT_EQ(Row.BytesAfter, 8 * KB);
  EXPECT_EQ(Row.BlocksBefore, 6u); // 1536 threads
  EXPECT_EQ(Row.BlocksAfter, 6u);
  EXPECT_EQ(Row.LimitPerBlock, 48 * KB);
  EXPECT_EQ(Row.OptinLimitPerBlock, 99 * KB);
  EXPECT_EQ(Row.StagesThatFit, 3u); // 12 KB; a sixth of 100 KB is 16.6, less 1
}

TEST(Budget, TwentyEightFallsOffTheCliff) {
  BudgetRow Row = on("sm_86", use({tile(28 * KB)}));
  EXPECT_EQ(Row.BytesAfter, 56 * KB);
  EXPECT_EQ(Row.BlocksBefore, 3u);
  EXPECT_EQ(Row.BlocksAfter, 0u); // 56 KB static cannot be compiled
  EXPECT_EQ(Row.StagesThatFit, 1u);
}

TEST(Budget, CliffOfTwoBlocksOnGA104) {
  BudgetRow Row = on("sm_86", use({tile(20 * KB)}, 512));
  EXPECT_EQ(Row.BlocksBefore, 3u);
  Row = on("sm_86", use({tile(20 * KB)}, 768));
  EXPECT_EQ(Row.BlocksBefore, 2u);
  EXPECT_EQ(Row.BlocksAfter, 2u);
  EXPECT_EQ(Row.Cliff, 50176u); // 50 KB each, the system's 1 KB off
  EXPECT_EQ(Row.StagesThatFit, 2u);
}

TEST(Budget, BothSidesOfTheCliff) {
  // Dynamic memory beyond 48 KB: the source opts in already.
  for (auto [Bytes, Blocks] : {std::pair<uint64_t, unsigned>{50176, 2},
                               {50177, 1},
                               {99 * KB, 1},
                               {99 * KB + 1, 0}}) {
    SharedMemoryUse Use = use({});
    Use.DynamicBytes = Bytes;
    EXPECT_EQ(on("sm_86", Use).BlocksBefore, Blocks) << Bytes;
  }
}

TEST(Budget, OneBlockMayUseAllThatOptInAllows) {
  EXPECT_EQ(on("sm_86", use({tile(4 * KB)}, 1024)).Cliff, 99 * KB);
  EXPECT_EQ(on("sm_90", use({tile(4 * KB)}, 1024)).BlocksBefore, 2u);
  EXPECT_EQ(on("sm_75", use({tile(4 * KB)}, 1024)).Cliff, 64 * KB);
}

TEST(Budget, BlocksDropWhereSharedMemoryLimits) {
  BudgetRow Row = on("sm_86", use({tile(16 * KB)}, 128));
  EXPECT_EQ(Row.BlocksBefore, 5u); // 100 / 17
  EXPECT_EQ(Row.BlocksAfter, 3u);  // 100 / 33
  EXPECT_EQ(Row.Cliff, 19 * KB);
}

TEST(Budget, StaticLimitIsInclusive) {
  EXPECT_EQ(on("sm_90", use({tile(24 * KB)})).BlocksAfter, 4u);
  EXPECT_EQ(on("sm_90", use({tile(24 * KB + 128)})).BlocksAfter, 0u);
  EXPECT_EQ(on("sm_90", use({tile(12 * KB)}), 4).StagesThatFit, 2u);
}

TEST(Budget, SingleTilesAndOtherMemoryDoNotGrow) {
  SharedMemoryUse Use =
      use({tile(4 * KB), tile(8 * KB, /*MultiBuffered=*/false)});
  Use.OtherStaticBytes = 512;
  Use.DynamicBytes = 1 * KB;
  BudgetRow Row = on("sm_86", Use, 3);
  EXPECT_EQ(Row.BytesBefore, 13 * KB + 512);
  EXPECT_EQ(Row.BytesAfter, 21 * KB + 512);
  Row = on("sm_86", use({tile(8 * KB, false)}), 4);
  EXPECT_EQ(Row.BytesAfter, 8 * KB);
  EXPECT_EQ(Row.StagesThatFit, 4u);
}

TEST(Budget, TilesBesideARing) {
  TileShape Beside = tile(4 * KB);
  Beside.MostStages = 2;
  EXPECT_EQ(Beside.bytesWith(1), 4 * KB);
  EXPECT_EQ(Beside.bytesWith(2), 8 * KB);
  EXPECT_EQ(Beside.bytesWith(8), 8 * KB);
  BudgetRow Row = on("sm_90", use({tile(4 * KB), Beside}), 4);
  EXPECT_EQ(Row.BytesBefore, 8 * KB);
  EXPECT_EQ(Row.BytesAfter, 24 * KB);
  EXPECT_EQ(Row.BlocksBefore, 8u); // by threads
  EXPECT_EQ(Row.BlocksAfter, 8u);  // 228 / 25
  EXPECT_EQ(Row.StagesThatFit, 4u);
  EXPECT_EQ(on("sm_90", use({Beside}), 4).StagesThatFit, 4u); // no end
}

TEST(Budget, DynamicMemoryThatNobodyOptedInFor) {
  SharedMemoryUse Use = use({tile(20 * KB)});
  Use.DynamicBytes = 16 * KB;
  BudgetRow Row = on("sm_90", Use); // 36 KB become 56 KB
  EXPECT_GT(Row.BlocksBefore, 0u);
  EXPECT_EQ(Row.BlocksAfter, 0u);
  Use.DynamicBytes = 40 * KB; // 60 KB become 80 KB
  EXPECT_EQ(on("sm_90", Use).BlocksAfter, 2u);
}

TEST(Budget, DynamicMemoryThatGrows) {
  SharedMemoryUse Use = use({});
  Use.DynamicBytes = 20 * KB + 1;
  EXPECT_EQ(on("sm_86", Use).BytesAfter, 20 * KB + 1);
  Use.DynamicNeeded = Use.DynamicPerStage = 21 * KB;
  BudgetRow Row = on("sm_86", Use, 3);
  EXPECT_EQ(Row.BytesBefore, 20 * KB + 1);
  EXPECT_EQ(Row.BytesAfter, 63 * KB); // beyond 48 KB: the host opts in
  EXPECT_EQ(Row.BlocksBefore, 4u);    // 100 / 22
  EXPECT_EQ(Row.BlocksAfter, 1u);
  EXPECT_EQ(Row.StagesThatFit, 1u);
  EXPECT_EQ(on("sm_90", Use, 2).BlocksAfter, 5u); // 228 / 43
}

TEST(Budget, TilesThatMoveAreStaticWithOneStage) {
  SharedMemoryUse Use = use({tile(16 * KB), tile(4 * KB)});
  Use.OtherStaticBytes = 1 * KB;
  Use.TilesMove = true;
  EXPECT_EQ(on("sm_90", Use, 1).BytesAfter, 21 * KB);
  EXPECT_EQ(Use.dynamicBytes(1), 0u);
  BudgetRow Row = on("sm_90", Use, 4);
  EXPECT_EQ(Row.BytesBefore, 21 * KB);
  EXPECT_EQ(Row.BytesAfter, 81 * KB);
  EXPECT_EQ(Use.staticBytes(4), 1 * KB);
  EXPECT_EQ(Use.dynamicNeeded(4), 80 * KB);
  EXPECT_EQ(Row.BlocksAfter, 2u);                 // beyond 48 KB
  EXPECT_EQ(on("sm_86", Use, 5).BlocksAfter, 0u); // beyond 99 KB
  Use.FirstStays = true;
  EXPECT_EQ(Use.dynamicNeeded(4), 60 * KB);
  EXPECT_EQ(Use.staticBytes(4), 21 * KB);
  Use.FirstStays = false;
  Use.Tiles[1].MostStages = 2;
  EXPECT_EQ(Use.dynamicNeeded(4), 72 * KB);
}

TEST(Budget, APipelineOfTheBlockHasAState) {
  SharedMemoryUse Use = use({tile(16 * KB)});
  EXPECT_EQ(on("sm_90", Use, 3).BytesAfter, 48 * KB);
  EXPECT_GT(on("sm_90", Use, 3).BlocksAfter, 0u);
  Use.State = {16, 8};
  BudgetRow Row = on("sm_90", Use, 3);
  EXPECT_EQ(Row.BytesBefore, 16 * KB);
  EXPECT_EQ(Row.BytesAfter, 48 * KB + 3 * 16 + 8);
  EXPECT_EQ(Row.BlocksAfter, 0u); // beyond the static limit
  EXPECT_EQ(on("sm_90", Use, 1).BytesAfter, 16 * KB);
}

TEST(Budget, ThreadsCountInWarps) {
  EXPECT_EQ(on("sm_86", use({}, 33)).BlocksBefore, 16u);
  EXPECT_EQ(on("sm_86", use({}, 97)).BlocksBefore, 12u);
  EXPECT_EQ(on("sm_86", use({}, 1024)).BlocksBefore, 1u);
  EXPECT_EQ(on("sm_86", use({}, 1025)).BlocksBefore, 0u);
  EXPECT_EQ(on("sm_86", use({}, 0)).BlocksBefore, 16u); // unknown
}

unsigned blocks(llvm::StringRef Arch, unsigned Threads, unsigned Registers,
                uint64_t Bytes = 0) {
  return residentBlocks({Threads, Registers, Bytes}, *findArchitecture(Arch));
}

TEST(Budget, RegistersAreGivenToWarps) {
  EXPECT_EQ(blocks("sm_86", 256, 128), 2u); // 8 warps of 4096, 64 K in all
  EXPECT_EQ(blocks("sm_86", 256, 129), 1u); // 4352 each
  EXPECT_EQ(blocks("sm_90", 64, 168), 6u);  // 3 warps on each partition
  EXPECT_EQ(blocks("sm_90", 96, 168), 4u);
  EXPECT_EQ(blocks("sm_86", 1024, 64), 1u);
  EXPECT_EQ(blocks("sm_86", 1024, 65), 0u);
  EXPECT_EQ(blocks("sm_86", 32, 256), 0u);
}

TEST(Budget, UnknownRegistersAndThreadsLimitNothing) {
  EXPECT_EQ(blocks("sm_86", 256, 0), 6u);
  EXPECT_EQ(blocks("sm_86", 0, 255), 16u);
  EXPECT_EQ(blocks("sm_86", 0, 255, 24 * KB), 4u);
}

TEST(Budget, ASourceThatCannotRunHasNoCliff) {
  BudgetRow Row = on("sm_86", use({tile(49 * KB)}));
  EXPECT_EQ(Row.BlocksBefore, 0u);
  EXPECT_EQ(Row.Cliff, 0u);
  EXPECT_EQ(Row.StagesThatFit, 1u);
}

/// What registers leave unused can hold more stages.
TEST(Budget, RegistersOfTheKernelAsItWas) {
  SharedMemoryUse Use = use({tile(16 * KB)});
  EXPECT_EQ(on("sm_86", Use).StagesThatFit, 1u);
  Use.Registers["sm_86"] = 128;
  EXPECT_EQ(on("sm_86", Use).BlocksBefore, 2u);
  EXPECT_EQ(on("sm_86", Use).StagesThatFit, 3u); // 48 KB
  EXPECT_EQ(on("sm_90", Use).BlocksBefore, 8u);  // none are known there
}

TileShape square(const char *Name, const char *Rows, uint64_t RowCount,
                 const char *Columns, uint64_t ColumnCount) {
  TileShape Tile = tile(RowCount * ColumnCount * 4);
  Tile.Name = Name;
  Tile.Extents = {RowCount, ColumnCount};
  Tile.ExtentTexts = {Rows, Columns};
  return Tile;
}

std::string smaller(const SharedMemoryUse &Use, unsigned Stages = 2) {
  return llvm::join(
      smallerTilesThatFit(Use, Stages, *findArchitecture("sm_86")), ", ");
}

TEST(Budget, SmallerTilesOfTheSameName) {
  auto Gemm = use({square("As", "BM", 128, "BK + 1", 33),
                   square("Bs", "BK", 32, "BN+4", 132)});
  EXPECT_EQ(smaller(Gemm), "BM = 32 (now 128), BK = 16 (now 32), "
                           "BN = 32 (now 128)");
  EXPECT_EQ(smaller(Gemm, 1), ""); // it fits
}

TEST(Budget, SmallerTilesThatNobodyCanName) {
  EXPECT_EQ(smaller(use({tile(32 * KB)})), "");
  EXPECT_EQ(smaller(use({square("As", "128", 128, "64", 64)})), "");
  EXPECT_EQ(smaller(use({square("As", "2 * BM", 128, "f(x)", 64)})), "");
  EXPECT_EQ(smaller(use({square("As", "BM", 63, "BK", 129)})), ""); // odd
  auto Single = square("As", "BM", 128, "BK", 64);
  Single.MultiBuffered = false;
  EXPECT_EQ(smaller(use({Single, tile(16 * KB)})), "");
}

/// sm_90 has room for 64 warps, sm_86 for 48.
TEST(LostBlocks, ByLoadsThroughRegisters) {
  auto Judge = [](unsigned Before, unsigned After, unsigned Threads,
                  const char *Arch = "sm_90") {
    return judgeLostBlocks(Before, After, Threads, /*CopiesAsync=*/false,
                           *findArchitecture(Arch));
  };
  EXPECT_EQ(Judge(8, 8, 256), BlockLoss::None); // however full
  EXPECT_EQ(Judge(2, 3, 1024), BlockLoss::None);
  EXPECT_EQ(Judge(6, 5, 256), BlockLoss::None); // 48 warps
  EXPECT_EQ(Judge(7, 6, 256), BlockLoss::Tolerable);
  EXPECT_EQ(Judge(6, 5, 256, "sm_86"), BlockLoss::Tolerable);
  EXPECT_EQ(Judge(8, 6, 128), BlockLoss::None); // a quarter
  EXPECT_EQ(Judge(8, 5, 128), BlockLoss::Tolerable);
  EXPECT_EQ(Judge(8, 4, 128), BlockLoss::Tolerable); // half
  EXPECT_EQ(Judge(8, 3, 128), BlockLoss::TooGreat);
  EXPECT_EQ(Judge(3, 2, 128), BlockLoss::Tolerable);
  EXPECT_EQ(Judge(2, 1, 128), BlockLoss::TooGreat);
  EXPECT_EQ(Judge(1, 0, 32), BlockLoss::TooGreat);
}

TEST(LostBlocks, ByAsynchronousCopies) {
  auto Judge = [](unsigned Before, unsigned After) {
    return judgeLostBlocks(Before, After, 128, /*CopiesAsync=*/true,
                           *findArchitecture("sm_90"));
  };
  EXPECT_EQ(Judge(16, 12), BlockLoss::None); // of an SM that is full
  EXPECT_EQ(Judge(16, 8), BlockLoss::None);
  EXPECT_EQ(Judge(16, 7), BlockLoss::TooGreat);
  EXPECT_EQ(Judge(2, 1), BlockLoss::TooGreat);
}

} // namespace
} // namespace pipeline_rewrite
