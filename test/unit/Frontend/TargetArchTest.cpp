//===- TargetArchTest.cpp - The architecture that is parsed for -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/TargetArch.h"
#include "clang/Basic/Version.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

TEST(TargetArch, Highest) {
  EXPECT_EQ(highestArchitecture({"sm_80", "sm_90", "sm_86"}), "sm_90");
  EXPECT_EQ(highestArchitecture({"sm_90a", "sm_90"}), "sm_90a");
  EXPECT_EQ(highestArchitecture({}), "");
  EXPECT_EQ(highestArchitecture({"sm_x"}), "");
}

TEST(TargetArch, HighestByNumber) {
  if (CLANG_VERSION_MAJOR < 20)
    GTEST_SKIP() << "Clang " CLANG_VERSION_STRING " knows nothing above sm_90";
  EXPECT_EQ(highestArchitecture({"sm_90", "sm_100", "sm_86"}), "sm_100");
}

TEST(TargetArch, WhatClang19DoesNotKnow) {
  if (CLANG_VERSION_MAJOR > 19)
    GTEST_SKIP() << "Clang " CLANG_VERSION_STRING " knows more";
  EXPECT_EQ(highestArchitecture({"sm_86", "sm_100"}), "sm_90");
  EXPECT_EQ(highestArchitecture({"sm_120a"}), "sm_90");
}

TEST(TargetArch, WhatClangDoesNotKnow) {
  if (CLANG_VERSION_MAJOR < 22)
    GTEST_SKIP() << "Clang " CLANG_VERSION_STRING " knows fewer";
  EXPECT_EQ(highestArchitecture({"sm_100f"}), "sm_100");
  EXPECT_EQ(highestArchitecture({"sm_101"}), "sm_110");
  EXPECT_EQ(highestArchitecture({"sm_101a"}), "sm_110a");
  EXPECT_EQ(highestArchitecture({"sm_999"}), "sm_121");
}

TEST(TargetArch, NamesInValues) {
  std::vector<std::string> Expected = {"sm_80", "sm_90a", "sm_120f"};
  EXPECT_EQ(architecturesIn("arch=compute_80,code=[sm_90a,lto_120f]"),
            Expected);
  EXPECT_TRUE(architecturesIn("native").empty());
}

} // namespace
} // namespace pipeline_rewrite
