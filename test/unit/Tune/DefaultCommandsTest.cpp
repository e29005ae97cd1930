//===- DefaultCommandsTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Candidates.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

TEST(DefaultCommands, MainStandsAtFileScope) {
  EXPECT_TRUE(definesMain("#include <a>\nint main(int n, char **) { f(); }"));
  EXPECT_TRUE(definesMain("void f() {}\nint main () {}"));
  EXPECT_FALSE(definesMain("// int main() {}\nconst char *s = \"main()\";"));
  EXPECT_FALSE(definesMain("namespace n { int main(); }"));
  EXPECT_FALSE(definesMain("int domain(); int main;"));
}

static ParseJob jobOf(std::string Nvcc) {
  ParseJob Job;
  Job.File = "a.cu";
  Job.Directory = "/work dir";
  Job.Nvcc = std::move(Nvcc);
  Job.NvccArgs = {"-DN=1"};
  return Job;
}

static CandidateSet setOf(std::string Text) {
  CandidateSet Set;
  Set.All.push_back({"plain", "", std::move(Text), "", {}, {}});
  return Set;
}

TEST(DefaultCommands, TheFilesCommandBuildsIt) {
  TuneOptions How;
  ASSERT_FALSE(addDefaultCommands(How, jobOf("/cuda/bin/nvcc"),
                                  setOf("int main();"), {"sm_80", "sm_90a"}));
  EXPECT_EQ(How.Build, "cd '/work dir' && /cuda/bin/nvcc "
                       "-gencode=arch=compute_80,code=sm_80 "
                       "-gencode=arch=compute_90a,code=sm_90a -DN=1 "
                       "{src} -o {exe}");
  EXPECT_EQ(How.Run, "{exe}");
}

TEST(DefaultCommands, WhatIsNamedStays) {
  TuneOptions How;
  How.Build = "make {src} {exe}";
  ASSERT_FALSE(addDefaultCommands(How, jobOf(""), setOf(""), {}));
  EXPECT_EQ(How.Build, "make {src} {exe}");
  How = {};
  How.Run = "{exe} 4096";
  ASSERT_FALSE(
      addDefaultCommands(How, jobOf("nvcc"), setOf("int main();"), {}));
  EXPECT_EQ(How.Run, "{exe} 4096");
}

TEST(DefaultCommands, NoProgram) {
  TuneOptions How;
  ParseJob Job = jobOf("nvcc");
  Job.File = "a.cpp";
  EXPECT_NE(toString(addDefaultCommands(How, Job, setOf("int main();"), {})),
            "success");
  EXPECT_EQ(
      toString(addDefaultCommands(How, jobOf(""), setOf("int main();"), {})),
      "a.cu: no nvcc is in reach; --build says how the program is built");
  EXPECT_NE(
      toString(addDefaultCommands(How, jobOf("nvcc"), setOf("void f();"), {})),
      "success");
}

TEST(DefaultCommands, AProgramIsMade) {
  TuneOptions How;
  CandidateSet Set = setOf("void f();");
  Set.MadeProgram = "int main() { f(); }";
  ASSERT_FALSE(addDefaultCommands(How, jobOf("nvcc"), Set, {}));
  EXPECT_EQ(How.Behind, Set.MadeProgram);
  // What the user builds has a main elsewhere.
  How = {};
  How.Build = "make {src} {exe}";
  ASSERT_FALSE(addDefaultCommands(How, jobOf("nvcc"), Set, {}));
  EXPECT_EQ(How.Behind, "");
}
