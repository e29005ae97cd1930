//===- OptionsTest.cpp - Checks that need no source -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

std::string complaint(const Options &Opts) {
  return llvm::toString(Opts.validate());
}

bool mentions(const Options &Opts, const char *Text) {
  return complaint(Opts).find(Text) != std::string::npos;
}

TEST(Options, DefaultsAreValid) { EXPECT_EQ(complaint({}), ""); }

TEST(Options, Stages) {
  Options Opts;
  for (unsigned Stages : {2u, 3u, 8u}) {
    Opts.Stages = Stages;
    EXPECT_EQ(complaint(Opts), "");
  }
  for (unsigned Stages : {0u, 1u, 9u}) {
    Opts.Stages = Stages;
    EXPECT_EQ(complaint(Opts), "--stages=" + std::to_string(Stages) +
                                   ": a pipeline has 2 to 8 stages");
  }
}

TEST(Options, Archs) {
  Options Opts;
  Opts.Archs = {"sm_80", "sm_90a"};
  EXPECT_EQ(complaint(Opts), "");
  Opts.Archs = {"sm_80", "sm_99"};
  EXPECT_TRUE(
      mentions(Opts, "--arch=sm_99: unknown architecture; known: sm_70, "));
  Opts.Archs.clear();
  EXPECT_TRUE(mentions(Opts, "names no architecture"));
}

TEST(Options, KernelRegex) {
  Options Opts;
  Opts.KernelRegex = "^ns::gemm";
  EXPECT_EQ(complaint(Opts), "");
  Opts.KernelRegex = "gemm(";
  EXPECT_TRUE(mentions(Opts, "--kernel=gemm(: "));
}

TEST(Options, Loops) {
  Options Opts;
  Opts.Loops = {{"a.cu", 12}};
  EXPECT_EQ(complaint(Opts), "");
  Opts.Loops = {{"a.cu", 0}};
  EXPECT_EQ(complaint(Opts), "--loop=a.cu:0: lines count from 1");
}

TEST(Options, Instances) {
  Options Opts;
  Opts.Instantiate = {"ns::gemm<128, 128, float>"};
  EXPECT_EQ(complaint(Opts), "");
  for (const char *Text : {"", " ", "a; int x", "a\n#define b", "f{}"}) {
    Opts.Instantiate = {Text};
    EXPECT_TRUE(mentions(Opts, "must be a name with template arguments"))
        << Text;
  }
}

} // namespace
} // namespace pipeline_rewrite
