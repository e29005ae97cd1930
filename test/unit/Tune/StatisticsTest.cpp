//===- StatisticsTest.cpp - When a candidate counts as faster -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Statistics.h"
#include "Tune/Ranking.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

bool faster(std::vector<double> Candidate, std::vector<double> Plain,
            double MinGain = 1) {
  return isFaster(distributionOf(Candidate), distributionOf(Plain), MinGain);
}

TEST(Statistics, Quartiles) {
  Distribution Odd = distributionOf({5, 1, 4, 2, 3});
  EXPECT_EQ(Odd.Least, 1);
  EXPECT_EQ(Odd.LowerQuartile, 2);
  EXPECT_EQ(Odd.Median, 3);
  EXPECT_EQ(Odd.UpperQuartile, 4);
  EXPECT_EQ(Odd.Greatest, 5);
  Distribution Even = distributionOf({1, 2, 3, 4});
  EXPECT_EQ(Even.Median, 2.5);
  EXPECT_EQ(Even.spread(), 1.5);
  EXPECT_EQ(distributionOf({7}).Median, 7);
}

TEST(Statistics, BothSpreadsMustBeBeaten) {
  // Spreads of 2 and 2: a gain of 4 is noise, one of 4.1 is none.
  EXPECT_FALSE(faster({94, 95, 96, 97, 98}, {98, 99, 100, 101, 102}));
  EXPECT_TRUE(faster({93.9, 94.9, 95.9, 96.9, 97.9}, {98, 99, 100, 101, 102}));
}

TEST(Statistics, DisturbedRunsDecideNothing) {
  EXPECT_TRUE(faster({90, 90, 90, 90, 90, 90, 500},
                     {100, 100, 100, 100, 100, 100, 20}));
}

TEST(Statistics, SmallGainsAreNotWorthAChange) {
  EXPECT_FALSE(faster({99.1, 99.1, 99.1}, {100, 100, 100}));
  EXPECT_TRUE(faster({99, 99, 99}, {100, 100, 100}));
  EXPECT_TRUE(faster({99.1, 99.1, 99.1}, {100, 100, 100}, /*MinGain=*/0.5));
  EXPECT_FALSE(faster({91, 91, 91}, {100, 100, 100}, /*MinGain=*/10));
}

TEST(Statistics, EqualTimesAreNotFaster) {
  EXPECT_FALSE(faster({5, 5, 5}, {5, 5, 5}, /*MinGain=*/0));
}

CandidateTrial trial(std::string Name, std::vector<double> Times) {
  CandidateTrial Trial;
  Trial.Name = std::move(Name);
  Trial.Times = std::move(Times);
  return Trial;
}

TEST(Ranking, TheFastestOfThoseThatAreFaster) {
  Measurements Seen;
  Seen.Trials = {trial("plain", {10, 10, 10}), trial("noisy", {1, 7, 14}),
                 trial("better", {9, 9, 9}),   trial("best", {8, 8, 8}),
                 trial("worse", {11, 11, 11}), trial("failed", {2})};
  Seen.Trials.back().Failed = TrialFailure{"output", "another"};
  llvm::Expected<Ranking> Order = rank(Seen, TuneOptions());
  ASSERT_TRUE(bool(Order));
  EXPECT_EQ(Order->Best, 3U);
  std::vector<TuneVerdict> Verdicts;
  for (const RankedCandidate &Each : Order->All)
    Verdicts.push_back(Each.Verdict);
  EXPECT_EQ(Verdicts,
            (std::vector<TuneVerdict>{
                TuneVerdict::Plain, TuneVerdict::Same, TuneVerdict::Faster,
                TuneVerdict::Best, TuneVerdict::Slower, TuneVerdict::Failed}));
  EXPECT_EQ(Order->All[3].Speedup, 1.25);
}

TEST(Ranking, OfRatesTheHighest) {
  Measurements Seen;
  Seen.Trials = {trial("plain", {10, 10, 10}), trial("slow", {8, 8, 8}),
                 trial("quick", {20, 20, 20})};
  TuneOptions How;
  How.HigherIsBetter = true;
  llvm::Expected<Ranking> Order = rank(Seen, How);
  ASSERT_TRUE(bool(Order));
  EXPECT_EQ(Order->Best, 2U);
  EXPECT_EQ(Order->All[2].Speedup, 2);
  EXPECT_EQ(Order->All[1].Verdict, TuneVerdict::Slower);
}

} // namespace
