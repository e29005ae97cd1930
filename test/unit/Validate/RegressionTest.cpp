//===- RegressionTest.cpp - Which new code is worse -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/CodeRegression.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

KernelCode kernel() {
  KernelCode K;
  K.Arch = "sm_86";
  K.Instance = "gemm";
  K.Before.IsKernel = K.After.IsKernel = true;
  K.Before.Registers = K.After.Registers = 128;
  K.BlocksBefore = K.BlocksAfter = 2;
  return K;
}

std::optional<RefusalId> problem(const KernelCode &K,
                                 const Options &Opts = {}) {
  auto Found = findRegression(K, Opts);
  return Found ? std::optional(Found->Id) : std::nullopt;
}

TEST(Regression, NothingChanged) { EXPECT_EQ(problem(kernel()), std::nullopt); }

TEST(Regression, Spills) {
  KernelCode K = kernel();
  K.After.SpillLoads = 4;
  EXPECT_EQ(problem(K), RefusalId::Spills);
  K.Before.SpillStores = 4;
  EXPECT_EQ(problem(K), std::nullopt);
  K.After.SpillStores = 1;
  EXPECT_EQ(problem(K), RefusalId::Spills);
  Options Opts;
  Opts.AllowSpills = true;
  EXPECT_EQ(problem(K, Opts), std::nullopt);
}

TEST(Regression, FusesOtherwise) {
  KernelCode K = kernel();
  K.FusedOtherwise = "1 FMUL, 1 FADD (1 FFMA before)";
  EXPECT_EQ(problem(K), RefusalId::FmaContraction);
  EXPECT_EQ(findRegression(K, {})->Text,
            "nvcc fuses products and sums of gemm otherwise on sm_86: 1 FMUL, "
            "1 FADD (1 FFMA before)");
}

/// An array that could not be kept in registers is in no count of spills.
TEST(Regression, LocalMemory) {
  KernelCode K = kernel();
  K.After.StackBytes = 16;
  EXPECT_EQ(problem(K), RefusalId::Spills);
  EXPECT_NE(findRegression(K, {})->Text.find("16 (0 before) bytes"),
            std::string::npos);
}

TEST(Regression, Blocks) {
  KernelCode K = kernel();
  K.BlocksAfter = 1;
  EXPECT_EQ(problem(K), std::nullopt); // as few as a pipeline makes up for
  for (BlockLoss Loss : {BlockLoss::Tolerable, BlockLoss::TooGreat}) {
    K.Loss = Loss;
    EXPECT_EQ(problem(K), RefusalId::OccupancyLoss);
    EXPECT_FALSE(findRegression(K, {})->Tolerable); // its work is not known
  }
  Options Opts;
  Opts.AllowOccupancyLoss = true;
  EXPECT_EQ(problem(K, Opts), std::nullopt);
}

TEST(Regression, NoRoomForABlock) {
  KernelCode K = kernel();
  K.BlocksBefore = 1;
  K.BlocksAfter = 0;
  K.Loss = BlockLoss::TooGreat;
  Options Opts;
  Opts.AllowOccupancyLoss = true; // but every launch would fail
  EXPECT_EQ(problem(K, Opts), RefusalId::OccupancyLoss);
  K.BlocksBefore = 0; // as it did before
  EXPECT_EQ(problem(K, Opts), std::nullopt);
}

/// One of 8 blocks of 4 warps, which have a tile's instructions.
KernelCode judged(double Before, double After) {
  KernelCode K = kernel();
  K.BlocksBefore = K.BlocksAfter = 8;
  K.Warps = 4;
  K.MayBeJudged = true;
  K.Sass.emplace();
  K.Sass->WorkBefore = {Before, 16, false, 1};
  K.Sass->WorkAfter = {After, 16, false, 1};
  return K;
}

TEST(Regression, BlocksThatNoFormKeeps) {
  KernelCode K = judged(100, 100);
  K.BlocksAfter = 5;
  K.Loss = BlockLoss::Tolerable;
  EXPECT_EQ(problem(K), RefusalId::OccupancyLoss);
  EXPECT_TRUE(findRegression(K, {})->Tolerable);
  K.Loss = BlockLoss::TooGreat;
  EXPECT_FALSE(findRegression(K, {})->Tolerable);
  K.Loss = BlockLoss::Tolerable;
  K.MayBeJudged = false;
  EXPECT_FALSE(findRegression(K, {})->Tolerable);
}

/// 7 other blocks of 4 warps; 4 instructions start in a cycle.
TEST(Regression, NothingToHide) {
  EXPECT_EQ(problem(judged(714, 714)), std::nullopt);
  KernelCode K = judged(715, 715);
  EXPECT_EQ(problem(K), RefusalId::NothingToGain);
  EXPECT_NE(findRegression(K, {})->Text.find(
                "7 other blocks on an SM compute for about 5005 cycles"),
            std::string::npos);
  K.Warps = 0; // most SMs have no block at all
  EXPECT_EQ(problem(K), std::nullopt);
  K = judged(715, 715);
  K.BlocksBefore = K.BlocksAfter = 1;
  EXPECT_EQ(problem(K), std::nullopt);
  K = judged(715, 715);
  K.MayBeJudged = false; // the user wants this form
  EXPECT_EQ(problem(K), std::nullopt);
}

TEST(Regression, MoreInstructions) {
  EXPECT_EQ(problem(judged(100, 150)), std::nullopt);
  KernelCode K = judged(100, 151);
  EXPECT_EQ(problem(K), RefusalId::SlowerCode);
  EXPECT_FALSE(findRegression(K, {})->Tolerable);
  K.Warps = 0;
  EXPECT_EQ(problem(K), std::nullopt);
  K = judged(100, 151);
  K.MayBeJudged = false;
  EXPECT_EQ(problem(K), std::nullopt);
  K = judged(100, 151);
  K.Sass->After.emplace_back().Copies = 1; // cp.async waits for nothing
  EXPECT_EQ(problem(K), std::nullopt);
  for (TileWork SassChange::*Work :
       {&SassChange::WorkBefore, &SassChange::WorkAfter}) {
    K = judged(100, 151);
    ((*K.Sass).*Work).IsLeast = true; // the others may be most of it
    EXPECT_EQ(problem(K), std::nullopt);
    K = judged(100, 151);
    ((*K.Sass).*Work).Tiles = 4; // unrolled before or after
    EXPECT_EQ(problem(K), std::nullopt);
  }
}

TEST(Regression, NarrowerReads) {
  KernelCode K = judged(100, 100);
  K.Sass->WorkAfter.Reads = 24;
  EXPECT_EQ(problem(K), std::nullopt);
  K.Sass->WorkAfter.Reads = 25;
  EXPECT_EQ(problem(K), RefusalId::SlowerCode);
  K.Warps = 0;
  K.Sass->After.emplace_back().Copies = 1;
  EXPECT_EQ(problem(K), RefusalId::SlowerCode); // for any loop
  K.Sass->WorkBefore.Reads = 1;
  K.Sass->WorkAfter.Reads = 4;
  EXPECT_EQ(problem(K), std::nullopt); // a handful
}

} // namespace
} // namespace pipeline_rewrite
