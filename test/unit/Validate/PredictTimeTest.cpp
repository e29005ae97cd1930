//===- PredictTimeTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/PredictTime.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace pipeline_rewrite;

namespace {

CandidateFacts facts(CopyForm Copies) {
  CandidateFacts F;
  F.Arch = 90;
  F.Copies = Copies;
  F.Before.Registers = F.After.Registers = 64;
  F.Before.Blocks = F.After.Blocks = 4;
  F.Warps = 8;
  return F;
}

TEST(PredictTime, WhatCostsIsNoGain) {
  CandidateFacts Plain = facts(CopyForm::Ldg);
  EXPECT_TRUE(predictTime(Plain).isGain());
  CandidateFacts Spills = Plain;
  Spills.After.SpillBytes = 8;
  EXPECT_GT(predictTime(Spills).Ratio, 1);
  CandidateFacts Fewer = Plain;
  Fewer.After.Blocks = 3;
  EXPECT_GT(predictTime(Fewer).Ratio, 1);
}

TEST(PredictTime, FactsHaveNamesOfTheirOwn) {
  CandidateFacts F = facts(CopyForm::CpAsync);
  std::set<std::string> Names;
  unsigned Count = 0;
  forEachFact(F, [&](const char *Name, auto &) {
    Names.insert(Name);
    ++Count;
  });
  EXPECT_EQ(Names.size(), Count);
}

} // namespace
