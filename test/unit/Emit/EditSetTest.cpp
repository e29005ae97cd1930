//===- EditSetTest.cpp - Edits that meet ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/EditSet.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

std::string digitsAfter(std::vector<TextEdit> Edits,
                        llvm::StringRef Source = "0123456789") {
  EditSet All;
  for (TextEdit &Each : Edits)
    Each.Once ? All.insertOnce(Each.Begin, Each.Text)
              : All.replace(Each.Begin, Each.End, Each.Text);
  return All.apply(Source);
}

TEST(EditSet, EditsStandWhereTheyWereMade) {
  EXPECT_EQ(digitsAfter({}), "0123456789");
  EXPECT_EQ(digitsAfter({{7, 8, "b"}, {2, 4, "a"}}), "01a456b89");
  EXPECT_EQ(digitsAfter({{4, 4, "a"}, {4, 4, "b"}}), "0123ab456789");
}

TEST(EditSet, TheOuterTextIsFinal) {
  EXPECT_EQ(digitsAfter({{4, 5, "in"}, {2, 8, "out"}}), "01out89");
  EXPECT_EQ(digitsAfter({{2, 8, "out"}, {5, 5, "in"}}), "01out89");
}

TEST(EditSet, WhatTwoLoopsAskForIsMadeOnce) {
  EXPECT_EQ(digitsAfter({{4, 4, "x", true}, {4, 4, "x", true}}), "0123x456789");
  EXPECT_EQ(digitsAfter({{4, 4, "x", true}, {4, 4, "y", true}}),
            "0123xy456789");
}

TEST(EditSet, AnInsertionOfLinesLeavesNoBlanks) {
  EXPECT_EQ(digitsAfter({{4, 4, "b\n"}}, "a\n  c"), "a\n  b\nc");
}

} // namespace
