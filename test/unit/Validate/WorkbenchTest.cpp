//===- WorkbenchTest.cpp - A text before the user's own tools -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/Workbench.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

struct InAFolder : testing::Test {
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("workbench", Folder));
    File = (Folder + "/kernel.cu").str();
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }
  SmallString<128> Folder;
  std::string File;
};

using Workbenches = InAFolder;

TEST_F(Workbenches, TheTextStandsBesideTheFileUnderAHiddenName) {
  std::string Source;
  {
    Workbench Bench(File, 60);
    ASSERT_EQ(toString(Bench.open()), "");
    Source = Bench.source().str();
    EXPECT_TRUE(StringRef(Source).starts_with(Folder));
    EXPECT_EQ(Bench.setText("int a;\n"), std::nullopt);
    EXPECT_EQ(contentsOf(Source), "int a;\n");
    EXPECT_EQ(Bench.named("in " + Source), "in " + File);
  }
  EXPECT_FALSE(sys::fs::exists(Source));
}

TEST_F(Workbenches, CommandsLeaveStatusOutputAndComplaints) {
  Workbench Bench(File, 60);
  ASSERT_EQ(toString(Bench.open()), "");
  CommandResult Result = Bench.run("echo said; echo complained >&2; exit 3");
  EXPECT_EQ(Result.Status, 3);
  EXPECT_FALSE(Result.TimedOut);
  EXPECT_EQ(Result.Output, "said\n");
  EXPECT_EQ(Result.Complaints, "complained\n");
}

TEST_F(Workbenches, NothingOfAnEarlierCommandIsLeft) {
  Workbench Bench(File, 60);
  ASSERT_EQ(toString(Bench.open()), "");
  Bench.run("echo a long output; echo a long complaint >&2");
  CommandResult Result = Bench.run("echo short; echo brief >&2");
  EXPECT_EQ(Result.Output, "short\n");
  EXPECT_EQ(Result.Complaints, "brief\n");
}

TEST_F(Workbenches, WhatTakesTooLongIsEnded) {
  Workbench Bench(File, 1);
  ASSERT_EQ(toString(Bench.open()), "");
  EXPECT_TRUE(Bench.run("sleep 60").TimedOut);
}

TEST(Quoted, WordsOfTheShell) {
  EXPECT_EQ(quoted("-DN=16"), "-DN=16");
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(quoted(""), "''");
}

} // namespace
} // namespace pipeline_rewrite
