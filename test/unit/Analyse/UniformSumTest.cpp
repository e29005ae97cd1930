//===- UniformSumTest.cpp - Sums of products ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/UniformSum.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

UniformSum number(int64_t N) { return UniformSum::number(N); }
/// blockIdx.x, blockIdx.y.
const UniformSum X = UniformSum::value({nullptr, 'x'}),
                 Y = UniformSum::value({nullptr, 'y'});
constexpr int64_t Most = std::numeric_limits<int64_t>::max();

// clang-format off
TEST(UniformSum, Numbers) {
  EXPECT_EQ(number(3).asNumber(), 3);
  EXPECT_EQ(UniformSum().asNumber(), 0);
  EXPECT_EQ(number(3).plus(number(4), -2)->asNumber(), -5);
  EXPECT_EQ(number(3).times(number(-4))->asNumber(), -12);
  EXPECT_EQ(X.asNumber(), std::nullopt);
}

TEST(UniformSum, WhatGoesAway) {
  EXPECT_EQ(X.plus(X, -1)->asNumber(), 0);
  EXPECT_EQ(X.plus(number(7))->plus(X, -1)->asNumber(), 7);
  EXPECT_EQ(X.times(number(0))->asNumber(), 0);
}

TEST(UniformSum, OrderDoesNotMatter) {
  EXPECT_EQ(X.plus(Y), Y.plus(X));
  EXPECT_EQ(X.times(Y), Y.times(X));
  EXPECT_NE(*X.times(X), X);
  EXPECT_EQ(X.plus(number(1))->times(*X.plus(number(-1))), X.times(X)->plus(number(-1)));
}

TEST(UniformSum, BeyondSixtyFourBits) {
  EXPECT_EQ(number(Most).plus(number(1)), std::nullopt);
  EXPECT_EQ(number(Most).times(number(2)), std::nullopt);
  EXPECT_EQ(X.plus(Y, Most)->plus(Y), std::nullopt);
  EXPECT_EQ(number(1).plus(number(2), Most), std::nullopt);
}
/// Of two expressions nobody knows whether they are the same.
TEST(UniformSum, Results) {
  const clang::Expr *One = reinterpret_cast<const clang::Expr *>(8), *Other = reinterpret_cast<const clang::Expr *>(16);
  const UniformSum First = UniformSum::value({nullptr, 0, One}), Second = UniformSum::value({nullptr, 0, Other});
  EXPECT_EQ(First.plus(First, -1)->asNumber(), 0);
  EXPECT_EQ(First.plus(Second, -1)->asNumber(), std::nullopt);
  EXPECT_NE(First, X);
}
// clang-format on

} // namespace
