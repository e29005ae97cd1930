//===- RangeTestTest.cpp - Sums of shared numbers, and their limits -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/RangeTest.h"
#include "gtest/gtest.h"
#include <cmath>

namespace pipeline_rewrite {
namespace {

/// N0, N1, … with these bits.
RangeTest numbersOf(std::initializer_list<unsigned> Bits) {
  RangeTest Test;
  for (unsigned Each : Bits)
    Test.Numbers.emplace_back().Most = std::ldexp(1.0, int(Each)) - 1;
  return Test;
}

RangeSum product(unsigned One, unsigned Two, int64_t Factor = 1) {
  return *RangeSum::value(One)
              .times(RangeSum::value(Two))
              ->times(RangeSum::number(Factor));
}

void load(RangeTest &Test, RangeSum End, int64_t Unit = 4) {
  TouchedRange &R = Test.Loaded.emplace_back();
  R.End = std::move(End);
  R.Unit = Unit;
}

TEST(RangeTestTest, Sums) {
  const RangeSum A = RangeSum::value(0), B = RangeSum::value(1);
  EXPECT_EQ(*A.plus(B)->times(*A.plus(B, -1)),
            *product(0, 0).plus(product(1, 1), -1));
  EXPECT_EQ(A.plus(A, -1)->asNumber(), 0);
  EXPECT_FALSE(A.asNumber());
  EXPECT_EQ(*product(0, 1, 32).dividedBy(16), product(0, 1, 2));
  EXPECT_FALSE(product(0, 1, 32).plus(RangeSum::number(1))->dividedBy(16));
  const RangeSum Large = RangeSum::number(INT64_MAX);
  EXPECT_FALSE(Large.plus(Large));
  EXPECT_FALSE(Large.times(Large));
}

TEST(RangeTestTest, Bounds) {
  RangeTest Test = numbersOf({4, 5});
  Test.Numbers[1].Least = 1;
  const RangeSum A = RangeSum::value(0), B = RangeSum::value(1);
  EXPECT_EQ(Test.bound(*A.plus(B, -1), /*Upper=*/true), 14);
  EXPECT_EQ(Test.bound(*A.plus(B, -1), /*Upper=*/false), -31);
  EXPECT_TRUE(Test.isBelow(RangeSum::number(1), B));
  EXPECT_TRUE(Test.isBelow(A, A));
  EXPECT_FALSE(Test.isBelow(A, B));
}

/// Of 31 and 899 - 32 N0, and of N0 and N0 - N1.
TEST(RangeTestTest, NotBelowEither) {
  const RangeSum A = RangeSum::value(0), B = RangeSum::value(1),
                 Few = RangeSum::number(31),
                 Rest = *RangeSum::number(899).plus(A, -32);
  EXPECT_EQ(Few.outer(Rest, /*Greater=*/false), *Few.plus(A, -32));
  EXPECT_EQ(Few.outer(Rest, /*Greater=*/true), RangeSum::number(899));
  EXPECT_EQ(A.outer(*A.plus(B, -1), /*Greater=*/true), A);
  EXPECT_EQ(A.plus(B, -1)->outer(A, /*Greater=*/false), *A.plus(B, -1));
  EXPECT_EQ(A.outer(B, /*Greater=*/true), *A.plus(B));
  EXPECT_EQ(A.outer(B, /*Greater=*/false).asNumber(), 0);
}

TEST(RangeTestTest, NumbersWhoseProductsOverflowAreLimited) {
  RangeTest Fine = numbersOf({31, 16});
  load(Fine, product(0, 1, 16));
  EXPECT_TRUE(Fine.limitNumbers());
  EXPECT_EQ(Fine.Numbers[0].Bits, 0u);

  RangeTest Wide = numbersOf({31, 31, 10});
  load(Wide, *product(0, 1, 16).plus(RangeSum::value(2)));
  EXPECT_TRUE(Wide.limitNumbers());
  EXPECT_EQ(Wide.Numbers[0].Bits, 27u);
  EXPECT_EQ(Wide.Numbers[1].Bits, 27u);
  EXPECT_EQ(Wide.Numbers[2].Bits, 0u);

  RangeTest Three = numbersOf({64, 64, 64, 64, 64});
  load(Three, *product(0, 1).times(*product(2, 3).times(RangeSum::value(4))));
  EXPECT_FALSE(Three.limitNumbers());
}

/// A quotient is limited by what is divided.
TEST(RangeTestTest, Quotients) {
  RangeTest Test = numbersOf({63, 31});
  Test.Numbers[1].Dividend = RangeSum::value(0);
  Test.Numbers[1].Divisor = 16;
  Test.Numbers[1].Most = std::floor(Test.Numbers[0].Most / 16);
  load(Test, product(1, 1));
  EXPECT_TRUE(Test.limitNumbers());
  EXPECT_EQ(Test.Numbers[1].Bits, 0u);
  EXPECT_GT(Test.Numbers[0].Bits, 20u);
  EXPECT_LT(Test.Numbers[0].Bits, 35u);
}

TEST(RangeTestTest, ALimitIsSaidInPlaceOfASum) {
  RangeTest Test = numbersOf({31, 31});
  FittingNumber Index;
  Index.Most = *RangeSum::value(0).times(RangeSum::number(16));
  Test.Fit.push_back(Index);
  Index.Most = product(0, 1);
  Test.Fit.push_back(Index);
  EXPECT_TRUE(Test.limitNumbers());
  EXPECT_EQ(Test.Numbers[0].Bits, 27u);
  ASSERT_EQ(Test.Fit.size(), 1u);
  EXPECT_EQ(Test.Fit.front().Most, product(0, 1));
}

} // namespace
} // namespace pipeline_rewrite
