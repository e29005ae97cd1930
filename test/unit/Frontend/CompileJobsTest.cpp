//===- CompileJobsTest.cpp - What to parse, and with which flags ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/CompileJobs.h"
#include "TempTree.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

struct CompileJobsTest : testing::Test {
  TempTree Tree;
  CompileRequest Request;
  Options Opts;

  CompileJobsTest() { Request.CudaPath = "builtin"; }

  CompileJobs jobs() {
    auto Out = compileJobs(Request, Opts);
    if (Out)
      return *Out;
    ADD_FAILURE() << llvm::toString(Out.takeError());
    return {};
  }

  std::string error() {
    auto Out = compileJobs(Request, Opts);
    return Out ? "no error" : llvm::toString(Out.takeError());
  }

  std::string onlyJob() {
    CompileJobs Out = jobs();
    return Out.Jobs.size() == 1 ? llvm::join(Out.Jobs[0].Args, " ")
                                : std::to_string(Out.Jobs.size()) + " jobs";
  }

  /// A database of one nvcc command per file.
  void
  addDatabase(llvm::ArrayRef<std::pair<std::string, std::string>> Commands) {
    std::string Json;
    for (auto &[File, Words] : Commands)
      Json += (Json.empty() ? "[" : ",") + std::string("{\"directory\": \"") +
              Tree.path() + "\", \"file\": \"" + File + "\", \"command\": \"" +
              Words + " -c " + File + "\"}\n";
    Tree.write("compile_commands.json", Json + "]");
    Request.BuildDir = Tree.path();
  }
};

bool has(const std::string &Args, llvm::StringRef Flag) {
  return llvm::StringRef(" " + Args + " ").contains((" " + Flag + " ").str());
}

TEST_F(CompileJobsTest, Defaults) {
  Request.Files = {Tree.write("a.cu")};
  std::string Args = onlyJob();
  for (const char *Flag :
       {"-x cuda", "-std=c++17", "--cuda-device-only", "--cuda-gpu-arch=sm_86",
        "-Wno-unknown-cuda-version", "-resource-dir"})
    EXPECT_TRUE(has(Args, Flag)) << Flag << " in " << Args;
}

TEST_F(CompileJobsTest, HeadersAreCudaToo) {
  Request.Files = {Tree.write("a.cuh"), Tree.write("b.h")};
  for (const ParseJob &Job : jobs().Jobs)
    EXPECT_TRUE(has(llvm::join(Job.Args, " "), "-x cuda")) << Job.File;
}

TEST_F(CompileJobsTest, BuiltinDeclarationsAreNotedOnce) {
  Request.Files = {Tree.write("a.cu"), Tree.write("b.cu")};
  ASSERT_EQ(jobs().Notes.size(), 1u);
  EXPECT_NE(jobs().Notes[0].find("built-in CUDA declarations"),
            std::string::npos);
}

TEST_F(CompileJobsTest, ExtraFlags) {
  Request.Files = {Tree.write("a.cu")};
  Request.HasExtraFlags = true;
  Request.ExtraFlags = {"-std=c++20", "-isystem=/x", "-arch=sm_90",
                        "-lineinfo"};
  std::string Args = onlyJob();
  EXPECT_TRUE(has(
      Args, "-std=c++20 -isystem /x --cuda-device-only --cuda-gpu-arch=sm_90"));
  EXPECT_FALSE(has(Args, "-std=c++17"));
}

TEST_F(CompileJobsTest, ArchOfTheUserBeforeThatOfTheCommand) {
  Request.Files = {Tree.write("a.cu")};
  Request.ExtraFlags = {"-arch=sm_90"};
  Opts.Archs = {"sm_80", "sm_75"};
  EXPECT_TRUE(has(onlyJob(), "--cuda-gpu-arch=sm_90"));
  EXPECT_EQ(optionsFor(jobs().Jobs[0], Opts).Archs,
            std::vector<std::string>{"sm_90"});
  Request.HasArch = true;
  EXPECT_TRUE(has(onlyJob(), "--cuda-gpu-arch=sm_80"));
  EXPECT_EQ(optionsFor(jobs().Jobs[0], Opts).Archs, Opts.Archs);
}

TEST_F(CompileJobsTest, ArchitecturesThatTheCommandBuildsFor) {
  using Names = std::vector<std::string>;
  Request.Files = {Tree.write("a.cu")};
  auto Archs = [&](Names Words) {
    Request.ExtraFlags = std::move(Words);
    return jobs().Jobs[0].Archs;
  };
  EXPECT_EQ(Archs({}), Names());
  EXPECT_EQ(Archs({"-gencode=arch=compute_80,code=sm_80",
                   "-gencode=arch=compute_90a,code=sm_90a"}),
            (Names{"sm_80", "sm_90a"}));
  // What the budget does not know says nothing.
  EXPECT_EQ(Archs({"-arch=sm_52"}), Names());
  // No version of a toolkit is known here, and no GPU.
  EXPECT_EQ(Archs({"-arch=all-major"}), (Names{"sm_70", "sm_80", "sm_90"}));
  EXPECT_EQ(Archs({"-arch=native"}), Names());
}

TEST_F(CompileJobsTest, SameFileUnderTwoNames) {
  std::string File = Tree.write("a.cu");
  Tree.write("sub/x");
  llvm::sys::fs::create_link(File, Tree.path("link.cu"));
  Request.Files = {File, Tree.path("sub/../a.cu"), File, Tree.path("link.cu")};
  EXPECT_EQ(jobs().Jobs.size(), 1u);
}

TEST_F(CompileJobsTest, DatabaseCommand) {
  Tree.write("inc/flags.rsp", "-Iinc");
  addDatabase(
      {{"a.cu", "nvcc -forward-unknown-to-host-compiler -DBAR=\\\"x\\\" "
                "--options-file inc/flags.rsp -isystem=/opt/x -O3 "
                "--generate-code=arch=compute_80,code=[compute_80,sm_80] "
                "--generate-code=arch=compute_90,code=[sm_90] -Xcompiler=-fPIC "
                "-std=c++14 -x cu -rdc=true"}});
  Request.Files = {Tree.write("a.cu")};
  std::string Args = onlyJob();
  EXPECT_TRUE(has(Args, "-I inc -isystem /opt/x -O3 -fPIC -std=c++14 -fgpu-rdc "
                        "--cuda-device-only --cuda-gpu-arch=sm_90"))
      << Args;
  EXPECT_EQ(jobs().Jobs[0].Directory, Tree.path());
}

TEST_F(CompileJobsTest, DatabaseListsAFileTwice) {
  addDatabase({{"a.cu", "nvcc -DONE"}, {"a.cu", "nvcc -DTWO"}});
  Tree.write("a.cu");
  std::string Args = onlyJob(); // no file named: all of the database
  EXPECT_TRUE(has(Args, "-D ONE"));
  EXPECT_FALSE(has(Args, "-D TWO"));
  const std::vector<ParseJob> Others = jobs().Others;
  ASSERT_EQ(Others.size(), 1u);
  EXPECT_TRUE(llvm::is_contained(Others[0].Args, "TWO"));
}

TEST_F(CompileJobsTest, SameCommandTwiceIsOneBuild) {
  addDatabase({{"a.cu", "nvcc -DONE -o x.o"}, {"a.cu", "nvcc -DONE -o y.o"}});
  Tree.write("a.cu");
  EXPECT_TRUE(jobs().Others.empty());
}

TEST_F(CompileJobsTest, WholeDatabaseLeavesHostCodeOut) {
  addDatabase({{"a.cu", "nvcc"}, {"b.cpp", "g++"}, {"c.cpp", "nvcc -x cu"}});
  EXPECT_EQ(jobs().Jobs.size(), 2u);
}

TEST_F(CompileJobsTest, HeaderTakesTheFlagsOfItsNeighbour) {
  addDatabase({{"x/other.cu", "nvcc -DOTHER"}, {"y/tile.cu", "nvcc -DTILE"}});
  Request.Files = {Tree.write("inc/tile.cuh")};
  EXPECT_TRUE(has(onlyJob(), "-D TILE"));
  EXPECT_TRUE(llvm::is_contained(
      jobs().Notes, Request.Files[0] + " is not in the compilation database; "
                                       "taking the flags of tile.cu"));
}

TEST_F(CompileJobsTest, ClangDatabase) {
  addDatabase(
      {{"a.cu", "clang++ -x cuda --cuda-gpu-arch=sm_89 -DA=1,2 -o a.o"}});
  Request.Files = {Tree.write("a.cu")};
  EXPECT_TRUE(
      has(onlyJob(), "-D A=1,2 --cuda-device-only --cuda-gpu-arch=sm_89"));
}

TEST_F(CompileJobsTest, ToolkitOfTheCommandsNvcc) {
  std::string Header = Tree.write("cuda/include/cuda_runtime.h");
  addDatabase({{"a.cu", Tree.path("cuda/bin/nvcc")}});
  Request.CudaPath.clear();
  Request.Files = {Tree.write("a.cu")};
  EXPECT_TRUE(
      has(onlyJob(), "-internal-isystem -Xclang " + Tree.path("cuda/include")));
}

TEST_F(CompileJobsTest, VersionOfNvcc) {
  Tree.write("cuda/include/cuda_runtime.h");
  Tree.write("cuda/include/cuda.h", "#define CUDA_VERSION 13020\n");
  Request.CudaPath = Tree.path("cuda");
  Request.Files = {Tree.write("a.cu")};
  std::string Args = onlyJob();
  EXPECT_TRUE(has(Args, "-D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=2"));
  EXPECT_TRUE(has(Args, CLANG_VERSION_MAJOR < 22 ? "-target-sdk-version=12.5"
                                                 : "-target-sdk-version=12.9"))
      << "clang 22 knows no 13";
}

TEST_F(CompileJobsTest, UserBringsTheDeclarations) {
  Request.Files = {Tree.write("a.cu")};
  Request.ExtraFlags = {"-nocudainc", "-include", "shim.h"};
  EXPECT_TRUE(has(onlyJob(), "-nocudainc"));
  EXPECT_TRUE(jobs().Notes.empty());
}

TEST_F(CompileJobsTest, UnknownOptionsAreNotedOnce) {
  Request.Files = {Tree.write("a.cu"), Tree.write("b.cu")};
  Request.ExtraFlags = {"--frobnicate"};
  EXPECT_EQ(
      llvm::count(jobs().Notes, "ignored unknown nvcc option --frobnicate"), 1);
}

TEST_F(CompileJobsTest, Errors) {
  Request.Files = {Tree.write("a.cu")};
  Request.CudaPath = Tree.path("none");
  EXPECT_EQ(error(),
            "--cuda-path=" + Tree.path("none") +
                ": no CUDA toolkit there (looked for include/cuda_runtime.h)");
  Request.CudaPath = "builtin";
  Request.BuildDir = Tree.path("none");
  EXPECT_NE(error().find("no compilation database"), std::string::npos);
  Tree.write("compile_commands.json", "nonsense");
  Request.BuildDir = Tree.path();
  EXPECT_NE(error().find("no compilation database"), std::string::npos);
}

} // namespace
} // namespace pipeline_rewrite
