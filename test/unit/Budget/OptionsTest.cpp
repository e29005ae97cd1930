//===- OptionsTest.cpp - Checks that need no source -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/OptionKeys.h"
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

/// What an option was set to, as it is written again; or the complaint.
std::string written(llvm::StringRef Key, std::vector<std::string> Values) {
  Options Opts;
  if (llvm::Error Bad = setOption(Opts, Key, Values, KeyScope::File))
    return llvm::toString(std::move(Bad));
  for (const OptionKey &Each : allOptionKeys())
    if (Each.Key == Key)
      return Each.Text(Opts);
  return "no such key";
}

TEST(OptionKeys, ValuesAreReadAndWritten) {
  EXPECT_EQ(written("variant", {"ldg-single"}), "ldg-single");
  EXPECT_EQ(written("stages", {"3"}), "3");
  EXPECT_EQ(written("stages", {"auto"}), "auto");
  EXPECT_EQ(written("stages", {"auto:3"}), "auto:3");
  EXPECT_EQ(written("arch", {"sm_80", "sm_90"}), "sm_80;sm_90");
  EXPECT_EQ(written("block", {"32", "8"}), "256");
  EXPECT_EQ(written("dynamic-smem", {"1024"}), "1024");
  EXPECT_EQ(written("ratio", {"0.05"}), "0.05");
  EXPECT_EQ(written("repair-barrier", {}), "true");
  EXPECT_EQ(written("repair-barrier", {"false"}), "false");
  EXPECT_EQ(written("kernel", {"^gemm"}), "^gemm");
}

TEST(OptionKeys, ValuesThatCannotBe) {
  EXPECT_EQ(written("api", {"x"}),
            "api: 'x' is not one of primitives, pipeline, pipeline-block, "
            "pipeline-partitioned, partitioned");
  EXPECT_EQ(written("repair-barrier", {"1"}),
            "repair-barrier: '1' is not one of true, false");
  EXPECT_EQ(written("ratio", {"0"}), "ratio: '0' is not a number above 0");
  EXPECT_EQ(written("kernel", {"a", "b"}),
            "kernel: one value is expected, not a list");
}

TEST(OptionKeys, EachDefaultIsAValue) {
  for (const OptionKey &Each : allOptionKeys()) {
    const std::string Text = Each.Text(Options());
    if (!Text.empty()) {
      EXPECT_EQ(written(Each.Key, {Text}), Text);
    }
  }
}

} // namespace
} // namespace pipeline_rewrite
