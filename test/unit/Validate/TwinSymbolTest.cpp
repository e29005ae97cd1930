//===- TwinSymbolTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/KernelSymbol.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

TEST(TwinSymbol, IsNamedAsItsOriginal) {
  EXPECT_TRUE(isTwinOf("gemmTma(float const*, int, CUtensorMap_st)",
                       "gemm(float const*, int)"));
  EXPECT_TRUE(isTwinOf("void a::my_gemm_tma12<32, float>(float*, "
                       "CUtensorMap_st, CUtensorMap_st)",
                       "void a::my_gemm<32, float>(float*)"));
  EXPECT_TRUE(isTwinOf("(anonymous namespace)::kTma(int, CUtensorMap_st)",
                       "(anonymous namespace)::k(int)"));
}

TEST(TwinSymbol, TakesMapsBesides) {
  EXPECT_FALSE(isTwinOf("gemmTma(float const*)", "gemm(float const*)"));
  EXPECT_FALSE(isTwinOf("gemmTma(int, CUtensorMap_st)", "gemm(float)"));
  EXPECT_FALSE(isTwinOf("gemm(int, CUtensorMap_st)", "gemm(int)"));
  EXPECT_FALSE(isTwinOf("gemmTmaTma(int, CUtensorMap_st)", "gemm(int)"));
  EXPECT_FALSE(
      isTwinOf("void gemmTma<8>(int, CUtensorMap_st)", "void gemm<16>(int)"));
  EXPECT_FALSE(isTwinOf("gemm2Tma(int, CUtensorMap_st)", "gemm(int)"));
}

TEST(TwinSymbol, MayBeSomeKernels) {
  EXPECT_TRUE(isOfTwin("k(int, CUtensorMap_st)"));
  EXPECT_FALSE(isOfTwin("k(CUtensorMap_st, int)"));
  EXPECT_FALSE(isOfTwin("k(int)"));
}

} // namespace
