//===- BankConflictsTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/BankConflicts.h"
#include "gtest/gtest.h"
#include <functional>

using namespace pipeline_rewrite;

namespace {

struct Count {
  unsigned Wavefronts, Turns;
  bool operator==(const Count &Other) const {
    return Wavefronts == Other.Wavefronts && Turns == Other.Turns;
  }
};

Count count(unsigned Bytes, const std::function<uint64_t(unsigned)> &Address,
            unsigned Lanes = 32) {
  std::vector<LaneAccess> All;
  for (unsigned Lane = 0; Lane < Lanes; ++Lane)
    All.push_back({Lane, Address(Lane)});
  return {countWavefronts(All, Bytes), countTurns(All, Bytes)};
}

/// Of float rows[32][Pitch], a column.
Count column(unsigned Pitch) {
  return count(4, [=](unsigned Lane) { return 4 * Pitch * Lane; });
}

TEST(BankConflicts, WordsOfDifferentBanksGoTogether) {
  EXPECT_EQ(count(4, [](unsigned Lane) { return 4 * Lane; }), (Count{1, 1}));
  EXPECT_EQ(count(4, [](unsigned Lane) { return 4 * (Lane ^ 21) + 128; }),
            (Count{1, 1}));
}

TEST(BankConflicts, OneWordIsGivenToAll) {
  EXPECT_EQ(count(4, [](unsigned) { return 64; }), (Count{1, 1}));
  // Halves of a word, bytes of a word.
  EXPECT_EQ(count(2, [](unsigned Lane) { return 2 * Lane; }), (Count{1, 1}));
  EXPECT_EQ(count(1, [](unsigned Lane) { return Lane; }), (Count{1, 1}));
}

TEST(BankConflicts, ColumnsMeetInBanksOfTheirPitch) {
  EXPECT_EQ(column(32), (Count{32, 1}));
  EXPECT_EQ(column(33), (Count{1, 1}));
  EXPECT_EQ(column(34), (Count{2, 1}));
  EXPECT_EQ(column(16), (Count{16, 1}));
  EXPECT_EQ(column(8), (Count{8, 1}));
  EXPECT_EQ(column(36), (Count{4, 1}));
}

TEST(BankConflicts, HalfWarpsTakeTurnsFor8Bytes) {
  EXPECT_EQ(count(8, [](unsigned Lane) { return 8 * Lane; }), (Count{2, 2}));
  EXPECT_EQ(count(8, [](unsigned Lane) { return 256 * Lane; }), (Count{32, 2}));
  EXPECT_EQ(
      count(8, [](unsigned Lane) { return 8 * Lane; }, 16), (Count{1, 1}));
}

TEST(BankConflicts, QuarterWarpsTakeTurnsFor16Bytes) {
  EXPECT_EQ(count(16, [](unsigned Lane) { return 16 * Lane; }), (Count{4, 4}));
  // Rows of 32 halves, as ldmatrix reads them: every other row meets.
  EXPECT_EQ(count(16, [](unsigned Lane) { return 64 * Lane; }), (Count{16, 4}));
  // The same rows padded by 8 halves.
  EXPECT_EQ(count(16, [](unsigned Lane) { return 80 * Lane; }), (Count{4, 4}));
  EXPECT_EQ(count(16, [](unsigned Lane) { return 128 * Lane; }),
            (Count{32, 4}));
}

TEST(BankConflicts, LanesThatAreAwayTakeNoTurn) {
  EXPECT_EQ(
      count(4, [](unsigned Lane) { return 128 * Lane; }, 3), (Count{3, 1}));
  EXPECT_EQ(
      count(16, [](unsigned Lane) { return 16 * Lane; }, 8), (Count{1, 1}));
}

} // namespace
