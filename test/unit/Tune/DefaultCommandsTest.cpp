//===- DefaultCommandsTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/DefaultCommands.h"
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

TEST(DefaultCommands, TheFilesCommandBuildsIt) {
  TuneOptions How;
  ASSERT_FALSE(addDefaultCommands(How, jobOf("/cuda/bin/nvcc"), "int main();",
                                  {"sm_80", "sm_90a"}));
  EXPECT_EQ(How.Build, "cd '/work dir' && /cuda/bin/nvcc "
                       "-gencode=arch=compute_80,code=sm_80 "
                       "-gencode=arch=compute_90a,code=sm_90a -DN=1 "
                       "{src} -o {exe}");
  EXPECT_EQ(How.Run, "{exe}");
}

TEST(DefaultCommands, WhatIsNamedStays) {
  TuneOptions How;
  How.Build = "make {src} {exe}";
  ASSERT_FALSE(addDefaultCommands(How, jobOf(""), "", {}));
  EXPECT_EQ(How.Build, "make {src} {exe}");
  How = {};
  How.Run = "{exe} 4096";
  ASSERT_FALSE(addDefaultCommands(How, jobOf("nvcc"), "int main();", {}));
  EXPECT_EQ(How.Run, "{exe} 4096");
}

TEST(DefaultCommands, NoProgram) {
  TuneOptions How;
  ParseJob Job = jobOf("nvcc");
  Job.File = "a.cpp";
  EXPECT_NE(toString(addDefaultCommands(How, Job, "int main();", {})),
            "success");
  EXPECT_EQ(toString(addDefaultCommands(How, jobOf(""), "int main();", {})),
            "a.cu: no nvcc is in reach; --build says how the program is built");
  EXPECT_NE(toString(addDefaultCommands(How, jobOf("nvcc"), "void f();", {})),
            "success");
}
