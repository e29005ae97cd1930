//===- RaceTest.cpp - Which candidates are still timed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Race.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

CandidateTrial timed(std::vector<double> Times) {
  CandidateTrial Trial;
  Trial.Times = std::move(Times);
  return Trial;
}

bool isOut(std::vector<CandidateTrial> Trials, size_t Which,
           bool HigherIsBetter = false) {
  TuneOptions How;
  How.HigherIsBetter = HigherIsBetter;
  return isOutOfRace(Trials, Which, How);
}

TEST(Race, SlowerByMoreThanTheLead) {
  // 10 * 1.05 is the least time that is out.
  EXPECT_TRUE(isOut(
      {timed({20, 20, 20}), timed({9, 10, 9}), timed({10.6, 11, 12})}, 2));
  EXPECT_FALSE(isOut(
      {timed({20, 20, 20}), timed({9, 10, 9}), timed({10.4, 11, 12})}, 2));
}

TEST(Race, NotBeforeThreeRounds) {
  EXPECT_FALSE(isOut({timed({1, 1}), timed({10, 10})}, 1));
  EXPECT_TRUE(isOut({timed({1, 1, 1}), timed({10, 10, 10})}, 1));
}

TEST(Race, ThePlainProgramNever) {
  EXPECT_FALSE(isOut({timed({20, 20, 20}), timed({1, 1, 1})}, 0));
}

TEST(Race, RoundsThatItDidNotRunDoNotCount) {
  // What the other did later changes no answer.
  EXPECT_TRUE(isOut(
      {timed({20, 20, 20}), timed({9, 9, 9, 30, 30}), timed({10, 10, 10})}, 2));
  EXPECT_FALSE(isOut(
      {timed({20, 20, 20}), timed({30, 9, 9, 9, 9}), timed({10, 10, 10})}, 2));
}

TEST(Race, OneWithFewerRoundsOrAFailureOutrunsNobody) {
  EXPECT_FALSE(
      isOut({timed({20, 20, 20}), timed({1, 1}), timed({10, 10, 10})}, 2));
  CandidateTrial Failed = timed({1, 1, 1});
  Failed.Failed = TrialFailure{"output", "wrong"};
  EXPECT_FALSE(isOut({timed({20, 20, 20}), Failed, timed({10, 10, 10})}, 2));
}

TEST(Race, Rates) {
  EXPECT_TRUE(isOut(
      {timed({5, 5, 5}), timed({11, 11, 10.6}), timed({10, 9, 9})}, 2, true));
  EXPECT_FALSE(isOut(
      {timed({5, 5, 5}), timed({11, 11, 10.4}), timed({10, 9, 9})}, 2, true));
  EXPECT_FALSE(isOut(
      {timed({5, 5, 5}), timed({10, 9, 9}), timed({11, 11, 10.6})}, 2, true));
}

} // namespace
