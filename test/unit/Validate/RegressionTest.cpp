//===- RegressionTest.cpp - Which new code is worse -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/VerifyCode.h"
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
  return Found ? std::optional(Found->first) : std::nullopt;
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

/// An array that could not be kept in registers is in no count of spills.
TEST(Regression, LocalMemory) {
  KernelCode K = kernel();
  K.After.StackBytes = 16;
  EXPECT_EQ(problem(K), RefusalId::Spills);
  EXPECT_NE(findRegression(K, {})->second.find("16 (0 before) bytes"),
            std::string::npos);
}

TEST(Regression, Blocks) {
  KernelCode K = kernel();
  K.BlocksAfter = 1;
  EXPECT_EQ(problem(K), std::nullopt); // as few as a pipeline makes up for
  K.LosesBlocks = true;
  EXPECT_EQ(problem(K), RefusalId::OccupancyLoss);
  Options Opts;
  Opts.AllowOccupancyLoss = true;
  EXPECT_EQ(problem(K, Opts), std::nullopt);
}

} // namespace
} // namespace pipeline_rewrite
