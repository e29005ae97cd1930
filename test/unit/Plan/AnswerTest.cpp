//===- AnswerTest.cpp - What a rule answers -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Answer.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(Answer, NotAskedIsNeither) {
  EXPECT_FALSE(Answer().isYes());
  EXPECT_FALSE(Answer().isNo());
}

TEST(Answer, ATextIsANo) {
  const Answer No = "it is late";
  EXPECT_TRUE(No.isNo());
  EXPECT_EQ(No.because(), "it is late");
}

TEST(Answer, TheFirstNoStays) {
  Answer A = Answer::yes();
  A.also("first");
  A.also("second");
  A.also(Answer::yes());
  A.confirm();
  EXPECT_EQ(A.because(), "first");
}

TEST(Answer, ConfirmedIsYes) {
  Answer A;
  A.also(Answer());
  EXPECT_FALSE(A.isYes());
  A.confirm();
  EXPECT_TRUE(A.isYes());
}

} // namespace
} // namespace pipeline_rewrite
