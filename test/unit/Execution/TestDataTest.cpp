//===- TestDataTest.cpp - What buffers hold before a launch ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/TestData.h"
#include "Execution/LoopExecution.h"
#include "gtest/gtest.h"
#include <array>
#include <cmath>
#include <cstring>
#include <set>

using namespace pipeline_rewrite;

namespace {

ValueLayout layoutOf(ScalarPart::Kind What, unsigned Bytes,
                     unsigned FractionBits = 0) {
  ValueLayout Layout;
  Layout.Bytes = Bytes;
  ScalarPart Part;
  Part.What = What;
  Part.Bytes = Bytes;
  Part.FractionBits = FractionBits;
  Part.IsSigned = true;
  Layout.Parts.push_back(Part);
  return Layout;
}

template <typename T>
std::vector<T> filled(const ValueLayout &Layout, const Trial &How,
                      size_t Count) {
  std::vector<uint8_t> Bytes(Count * Layout.Bytes);
  NumberStream Numbers(1);
  fillBuffer(Bytes, Layout, How, Numbers);
  std::vector<T> Out(Count);
  std::memcpy(Out.data(), Bytes.data(), Bytes.size());
  return Out;
}

TEST(TestData, FloatsAreSmallOfEitherSignAndDiffer) {
  auto Floats =
      filled<float>(layoutOf(ScalarPart::Kind::Float, 4, 23), Trial(), 1000);
  unsigned Negative = 0;
  for (float F : Floats) {
    EXPECT_GE(std::fabs(F), 0.125f);
    EXPECT_LT(std::fabs(F), 2.0f);
    Negative += F < 0;
  }
  EXPECT_GT(Negative, 300u);
  EXPECT_LT(Negative, 700u);
  EXPECT_GT(std::set<float>(Floats.begin(), Floats.end()).size(), 990u);
}

TEST(TestData, SumsOfFewDigitsAreExactInAnyOrder) {
  Trial Few;
  Few.FewDigits = true;
  const ValueLayout Layout = layoutOf(ScalarPart::Kind::Float, 4, 23);
  auto Sums = [&](const Trial &How) {
    auto Floats = filled<float>(Layout, How, 5000);
    float Up = 0, Down = 0;
    for (float F : Floats)
      Up += F * F;
    for (auto F = Floats.rbegin(); F != Floats.rend(); ++F)
      Down += *F * *F;
    return std::pair(Up, Down);
  };
  EXPECT_EQ(Sums(Few).first, Sums(Few).second);
  EXPECT_NE(Sums(Trial()).first, Sums(Trial()).second);
}

TEST(TestData, DoublesAreInTheSameRange) {
  for (double D :
       filled<double>(layoutOf(ScalarPart::Kind::Float, 8, 52), Trial(), 100)) {
    EXPECT_GE(std::fabs(D), 0.125);
    EXPECT_LT(std::fabs(D), 2.0);
  }
}

TEST(TestData, HalvesHaveTheExponentsOfHalves) {
  ValueLayout Half = layoutOf(ScalarPart::Kind::Float, 2, 10);
  for (uint16_t Bits : filled<uint16_t>(Half, Trial(), 100)) {
    unsigned Exponent = Bits >> 10 & 31;
    EXPECT_GE(Exponent, 12u);
    EXPECT_LE(Exponent, 15u);
  }
}

TEST(TestData, IntegersMayBeIndices) {
  ValueLayout Int = layoutOf(ScalarPart::Kind::Integer, 4);
  Trial How;
  for (int32_t I : filled<int32_t>(Int, How, 100)) {
    EXPECT_GE(I, 0);
    EXPECT_LT(I, 16);
  }
  How.Fill = IndexFill::Ascending;
  How.FillValue = 8; // rows of 32, 9, 26 and 19, then of 4
  auto Rows = filled<int32_t>(Int, How, 6);
  EXPECT_EQ(Rows, (std::vector<int32_t>{0, 32, 41, 67, 86, 90}));
  How.Fill = IndexFill::Same;
  How.FillValue = 32;
  EXPECT_EQ(filled<int32_t>(Int, How, 2), (std::vector<int32_t>{32, 32}));
}

TEST(TestData, RowsOfAnyLengthBeginApart) {
  ValueLayout Int = layoutOf(ScalarPart::Kind::Integer, 4);
  Trial How;
  How.Fill = IndexFill::Ascending;
  for (int64_t Length : {1, 2, 7, 64, 256}) {
    How.FillValue = Length;
    auto Rows = filled<int32_t>(Int, How, 100);
    EXPECT_EQ(std::set<int32_t>(Rows.begin(), Rows.end()).size(), 100u);
    EXPECT_EQ(Rows[1], 4 * Length);
  }
  How.FillValue = 0;
  EXPECT_EQ(filled<int32_t>(Int, How, 2), (std::vector<int32_t>{0, 0}));
}

TEST(TestData, AnObjectThatHoldsABeginningAndAnEndIsARow) {
  ValueLayout Range = layoutOf(ScalarPart::Kind::Integer, 4);
  Range.Bytes = 8;
  Range.Parts.push_back(Range.Parts.front());
  Range.Parts.back().Offset = 4;
  Trial How;
  How.Fill = IndexFill::Ascending;
  How.FillValue = 8;
  using Two = std::array<int32_t, 2>;
  EXPECT_EQ(filled<Two>(Range, How, 2),
            (std::vector<Two>{Two{0, 32}, Two{41, 67}}));
}

TEST(TestData, ValuesAreWrittenAsPeopleReadThem) {
  float F = -1.25f;
  int16_t I = -7;
  auto Text = [](const void *At, const ValueLayout &L) {
    return valueText(static_cast<const uint8_t *>(At), L.Parts.front());
  };
  EXPECT_EQ(Text(&F, layoutOf(ScalarPart::Kind::Float, 4, 23)), "-1.25");
  EXPECT_EQ(Text(&I, layoutOf(ScalarPart::Kind::Integer, 2)), "-7");
}

TEST(LoopExecution, SaysWhatWasRun) {
  LoopExecution E;
  E.Launches = 12;
  E.MostTiles = 7;
  E.Schedules = 2;
  EXPECT_EQ(E.text(),
            "executed: 12 launches, 0 to 7 tiles, 2 schedules, equal");
  E.WhyNot = "'gemm<4>': its code was not found";
  EXPECT_FALSE(E.isWhole());
  EXPECT_EQ(E.text(), "executed: 12 launches, 0 to 7 tiles, 2 schedules, "
                      "equal; not executed: 'gemm<4>': its code was not found");
}

TEST(LoopExecution, SaysWhyNothingWasRun) {
  LoopExecution E;
  E.WhyNot = "no kernel of this file runs it";
  EXPECT_EQ(E.text(), "not executed: no kernel of this file runs it");
}

} // namespace
