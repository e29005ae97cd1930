//===- JudgeTest.cpp - Times and verdicts from outputs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Judge.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

/// "VALUE UNIT", or the message.
std::string timeOf(std::string Metric, std::string Output,
                   std::string Complaints = "", std::string Launches = "") {
  TuneOptions How;
  How.Metric = std::move(Metric);
  llvm::Expected<Judge> Verdicts = Judge::create(How);
  if (!Verdicts)
    return llvm::toString(Verdicts.takeError());
  RunRecord Run;
  Run.Output = std::move(Output);
  Run.Complaints = std::move(Complaints);
  Run.Launches = std::move(Launches);
  llvm::Expected<Timing> Time = Verdicts->time(Run);
  if (!Time)
    return llvm::toString(Time.takeError());
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%g %s", Time->Value, Time->Unit.c_str());
  return Text;
}

std::string compared(std::string Metric, std::vector<std::string> Ignore,
                     std::string Output) {
  TuneOptions How;
  How.Metric = std::move(Metric);
  How.Ignore = std::move(Ignore);
  llvm::Expected<Judge> Verdicts = Judge::create(How);
  return Verdicts ? Verdicts->compared(Output) : "error";
}

TEST(Judge, Units) {
  EXPECT_EQ(timeOf("t=([0-9.]+) ([a-z]+)", "t=2 s"), "2000 ms");
  EXPECT_EQ(timeOf("t=([0-9.]+) ([a-z]+)", "t=2.5 ms"), "2.5 ms");
  EXPECT_EQ(timeOf("t=([0-9.]+) ([a-z]+)", "t=2 us"), "0.002 ms");
  EXPECT_EQ(timeOf("t=([0-9.]+) ([a-z]+)", "t=2 nsec"), "2e-06 ms");
  EXPECT_EQ(timeOf("t=([0-9.]+) ([a-z]+)", "t=2 miles"),
            "--metric found 'miles' in its second group, which is no unit of "
            "time (s, ms, us, ns)");
  EXPECT_EQ(timeOf("t=([0-9.e+-]+)", "t=2e-3"), "0.002 ");
}

TEST(Judge, AllMatchesAreAdded) {
  EXPECT_EQ(timeOf("t=([0-9.]+)", "a t=1 t=2\nt=4\n"), "7 ");
}

TEST(Judge, StandardErrorWhereOutputHasNone) {
  EXPECT_EQ(timeOf("t=([0-9.]+)", "nothing", "t=3"), "3 ");
  EXPECT_EQ(timeOf("t=([0-9.]+)", "t=1", "t=3"), "1 ");
}

TEST(Judge, NoTime) {
  EXPECT_EQ(timeOf("t=([0-9.]+)", "none"),
            "no time in the output: --metric='t=([0-9.]+)' finds nothing");
  EXPECT_EQ(timeOf("t=([0-9.]+)", "t=0"),
            "no time in the output: --metric='t=([0-9.]+)' finds only zeros");
  EXPECT_EQ(timeOf("t=([a-z.-]+)", "t=-nan"),
            "--metric found '-nan', which is no time");
}

TEST(Judge, MalformedExpressions) {
  EXPECT_EQ(timeOf("t=([0-9", "t=1"), "'t=([0-9': brackets ([ ]) not balanced");
  EXPECT_EQ(timeOf("t=[0-9]+", "t=1"),
            "--metric='t=[0-9]+' needs a group around the number, as 'time: "
            "([0-9.]+) ms'");
}

TEST(Judge, Launches) {
  EXPECT_EQ(timeOf("", "", "", "1.5 3\n2.25 1\n"), "3.75 ms");
  EXPECT_EQ(timeOf("", "", "", "0 0\n").substr(0, 30),
            "no kernel launch was timed: --");
}

TEST(Judge, WhatIsCompared) {
  EXPECT_EQ(compared("t=([0-9.]+) ms", {}, "sum 3 t=1.5 ms end\n"),
            "sum 3  end\n");
  EXPECT_EQ(compared("t=([0-9]+)", {"[0-9.]+ GFLOPS", "^#.*"},
                     "# now\nt=1, 3.5 GFLOPS, 7.25 GFLOPS\nC 9"),
            "\n, , \nC 9\n");
  EXPECT_EQ(compared("", {}, ".pipeline-rewrite-0a1b2c3d-gemm.cu:5"),
            "gemm.cu:5\n");
  // A match of nothing is none.
  EXPECT_EQ(compared("", {"x*"}, "ab"), "ab\n");
}

} // namespace
