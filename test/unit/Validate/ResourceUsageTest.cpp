//===- ResourceUsageTest.cpp - What ptxas -v says of each kernel ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/ResourceUsage.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(ResourceUsage, AKernelAndAFunction) {
  ResourceUsages Found = readResourceUsage(R"(
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z4gemmPf' for 'sm_86'
ptxas info    : Function properties for _Z4gemmPf
    24 bytes stack frame, 20 bytes spill stores, 36 bytes spill loads
ptxas info    : Used 128 registers, used 1 barriers, 24 bytes cumulative stack size, 16384 bytes smem, 384 bytes cmem[0], 8 bytes cmem[2]
ptxas info    : Compile time = 20.868 ms
ptxas info    : Function properties for _Z4helpf
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
)");
  ASSERT_EQ(Found.size(), 2u);
  const ResourceUsage &Kernel = Found["_Z4gemmPf"];
  EXPECT_TRUE(Kernel.IsKernel);
  EXPECT_EQ(Kernel.Registers, 128u);
  EXPECT_EQ(Kernel.StackBytes, 24u);
  EXPECT_EQ(Kernel.SpillStores, 20u);
  EXPECT_EQ(Kernel.SpillLoads, 36u);
  EXPECT_EQ(Kernel.StaticBytes, 16384u);
  const ResourceUsage &Function = Found["_Z4helpf"];
  EXPECT_FALSE(Function.IsKernel);
  EXPECT_EQ(Function.StackBytes, 8u);
  EXPECT_EQ(Function.Registers, 0u);
}

/// Without shared memory; the words of CUDA 11.
TEST(ResourceUsage, OlderWords) {
  ResourceUsages Found = readResourceUsage(
      "ptxas info    : Compiling entry function '_Z1aPf' for 'sm_80'\n"
      "ptxas info    : Function properties for _Z1aPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 36 registers, 376 bytes cmem[0]\r\n"
      "ptxas info    : Compiling entry function '_Z1bPf' for 'sm_80'\n"
      "ptxas info    : Function properties for _Z1bPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, 400 bytes smem\n");
  EXPECT_EQ(Found["_Z1aPf"].Registers, 36u);
  EXPECT_EQ(Found["_Z1aPf"].StaticBytes, 0u);
  EXPECT_EQ(Found["_Z1bPf"].Registers, 8u);
  EXPECT_EQ(Found["_Z1bPf"].StaticBytes, 400u);
}

TEST(ResourceUsage, OtherLinesSayNothing) {
  EXPECT_TRUE(readResourceUsage("").empty());
  EXPECT_TRUE(readResourceUsage("k.cu(7): warning #177-D: Used 3 registers\n"
                                "    0 bytes stack frame, 0 bytes spill\n"
                                "Used 12 registers, 8 bytes smem\n")
                  .empty());
}

} // namespace
} // namespace pipeline_rewrite
