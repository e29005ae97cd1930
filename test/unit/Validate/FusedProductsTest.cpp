//===- FusedProductsTest.cpp - Are the same products fused? ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/FusedProducts.h"
#include "SassListings.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

std::string fused(llvm::StringRef Before, llvm::StringRef After) {
  return fusedOtherwise(code(Before), code(After));
}

constexpr llvm::StringLiteral Fused = "FFMA R0, R5, R6, R0\n",
                              Apart = "FMUL R4, R5, R6\nFADD R0, R4, R0\n";

std::string operator*(unsigned Times, llvm::StringLiteral Code) {
  std::string Out;
  while (Times--)
    Out += Code;
  return Out;
}

TEST(FusedProducts, TheSameOnce) {
  EXPECT_EQ(fused(Fused, Fused), "");
  EXPECT_EQ(fused(Apart, Apart), "");
  EXPECT_EQ(fused("", ""), "");
}

TEST(FusedProducts, OneIsNoLonger) {
  EXPECT_EQ(fused(2 * Fused, 1 * Fused + 1 * Apart),
            "1 FFMA, 1 FMUL, 1 FADD (2 FFMA before)");
  EXPECT_EQ(fused(Fused, 1 * Fused + 1 * Apart),
            "1 FFMA, 1 FMUL, 1 FADD (1 FFMA before)");
}

TEST(FusedProducts, OneIsNow) {
  EXPECT_EQ(fused(1 * Fused + 1 * Apart, 2 * Fused),
            "2 FFMA (1 FFMA, 1 FMUL, 1 FADD before)");
}

/// A peeled loop has the computation twice, the code around it once.
TEST(FusedProducts, Copies) {
  const std::string Around = "FMUL R1, R2, R3\n";
  EXPECT_EQ(fused(Around + 8 * Fused, Around + 16 * Fused), "");
  EXPECT_EQ(fused(4 * Apart, 8 * Apart), "");
  EXPECT_NE(fused(16 * Fused, 31 * Fused + 1 * Apart), "");
  EXPECT_EQ(fused(8 * Fused, 2 * Fused), ""); // unrolled less
}

/// One loop sums, and is unrolled more.
TEST(FusedProducts, UnrolledOtherwise) {
  constexpr llvm::StringLiteral Sum = "FADD R1, R1, R2\n";
  EXPECT_EQ(fused(2 * Fused + 1 * Sum, 3 * Fused + 32 * Sum), "");
}

TEST(FusedProducts, TypesApart) {
  EXPECT_NE(fused(3 * Fused + "DFMA R4, R4, R6, R4\n",
                  3 * Fused + "DMUL R4, R4, R6\nDADD R4, R4, R4\n"),
            "");
  EXPECT_EQ(fused("HMUL2 R1, R2, R3", "HMUL2.BF16_V2 R1, R2, R3"), "");
  EXPECT_NE(
      fused("HFMA2.MMA R1, R2, R3, R1", "HMUL2 R1, R2, R3\nHADD2 R1, R1, R4"),
      "");
}

/// Two of Blackwell's packed floats are as two.
TEST(FusedProducts, PackedFloats) {
  EXPECT_EQ(fused(2 * Fused, "FFMA2 R0, R4, R6, R0"), "");
}

TEST(FusedProducts, WhatComputesNothing) {
  EXPECT_EQ(fused(Fused, 1 * Fused + "FADD R1, -RZ, -R2\n"
                                     "HFMA2.MMA R1, -RZ, RZ, 0, 0\n"),
            "");
  EXPECT_EQ(fused("FMUL R1, R2, R3", "FFMA R1, R2, R3, -RZ"), "");
}

} // namespace
} // namespace pipeline_rewrite
