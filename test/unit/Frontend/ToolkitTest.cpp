//===- ToolkitTest.cpp - Toolkits of several layouts ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/Toolkit.h"
#include "Frontend/ResourceDir.h"
#include "TempTree.h"
#include "gtest/gtest.h"
#include <cstdlib>

namespace pipeline_rewrite {
namespace {

/// Sets a variable for the length of a test.
class WithVariable {
public:
  WithVariable(const char *Name, const std::string &Value) : Name(Name) {
    if (const char *Was = getenv(Name))
      Old = Was;
    Value.empty() ? unsetenv(Name) : setenv(Name, Value.c_str(), 1);
  }
  ~WithVariable() { Old ? setenv(Name, Old->c_str(), 1) : unsetenv(Name); }

private:
  const char *Name;
  std::optional<std::string> Old;
};

struct ToolkitTest : testing::Test {
  TempTree Tree;
  WithVariable NoCudaPath{"CUDA_PATH", ""}, NoCudaHome{"CUDA_HOME", ""};
  WithVariable Path{"PATH", "/nonexistent"};

  void add(const std::string &Root, unsigned Version = 12040,
           const std::string &Include = "/include") {
    Tree.write(Root + Include + "/cuda_runtime.h");
    Tree.write(Root + Include + "/cuda.h",
               "#define CUDA_VERSION " + std::to_string(Version) + "\n");
  }

  std::string addNvcc(const std::string &Folder) {
    std::string Nvcc = Tree.write(Folder + "/nvcc", "#!/bin/sh\n");
    llvm::sys::fs::setPermissions(Nvcc, llvm::sys::fs::all_all);
    return Nvcc;
  }
};

TEST_F(ToolkitTest, NvidiasInstaller) {
  add("cuda");
  auto Found = toolkitAt(Tree.path("cuda"));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Include, Tree.path("cuda/include"));
  EXPECT_EQ(Found->Version, 12040u);
  EXPECT_EQ(Found->Cccl, "");
}

TEST_F(ToolkitTest, CcclOfCuda13) {
  add("cuda", 13000);
  Tree.write("cuda/include/cccl/cuda/pipeline");
  EXPECT_EQ(toolkitAt(Tree.path("cuda"))->Cccl, Tree.path("cuda/include/cccl"));
}

TEST_F(ToolkitTest, Conda) {
  add("conda", 12060, "/targets/x86_64-linux/include");
  auto Found = toolkitAt(Tree.path("conda"));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Include, Tree.path("conda/targets/x86_64-linux/include"));
  EXPECT_EQ(Found->Version, 12060u);
}

TEST_F(ToolkitTest, VersionFromJson) {
  Tree.write("cuda/include/cuda_runtime.h");
  EXPECT_EQ(toolkitAt(Tree.path("cuda"))->Version, 0u);
  Tree.write("cuda/version.json", R"({"cuda": {"version": "11.8.89"}})");
  EXPECT_EQ(toolkitAt(Tree.path("cuda"))->Version, 11080u);
  Tree.write("cuda/version.json", "not json");
  EXPECT_EQ(toolkitAt(Tree.path("cuda"))->Version, 0u);
}

TEST_F(ToolkitTest, NothingThere) {
  EXPECT_FALSE(toolkitAt(Tree.path("none")));
  EXPECT_FALSE(toolkitAt(Tree.path()));
  EXPECT_FALSE(findToolkit({Tree.path("none")}));
}

TEST_F(ToolkitTest, NvccBehindALink) {
  add("cuda-12.4");
  std::string Nvcc = addNvcc("cuda-12.4/bin");
  Tree.write("bin/other");
  ASSERT_FALSE(llvm::sys::fs::create_link(Nvcc, Tree.path("bin/nvcc")));
  auto Found = toolkitOfNvcc(Tree.path("bin/nvcc"));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Root, Tree.path("cuda-12.4"));
}

TEST_F(ToolkitTest, OrderOfTheSearch) {
  for (const char *Root : {"path", "home", "onpath", "usual"})
    add(Root);
  addNvcc("onpath/bin");
  auto Root = [&] { return findToolkit({Tree.path("usual")})->Root; };
  EXPECT_EQ(Root(), Tree.path("usual"));
  WithVariable Search("PATH", Tree.path("onpath/bin"));
  EXPECT_EQ(Root(), Tree.path("onpath"));
  WithVariable Home("CUDA_HOME", Tree.path("home"));
  EXPECT_EQ(Root(), Tree.path("home"));
  WithVariable Path("CUDA_PATH", Tree.path("path"));
  EXPECT_EQ(Root(), Tree.path("path"));
}

TEST_F(ToolkitTest, AVariableThatNamesNoToolkitIsPassedOver) {
  add("usual");
  WithVariable Path("CUDA_PATH", Tree.path("gone"));
  EXPECT_EQ(findToolkit({Tree.path("usual")})->Root, Tree.path("usual"));
}

TEST_F(ToolkitTest, ResourceDirectory) {
  EXPECT_TRUE(isResourceDir(findResourceDir()));
  EXPECT_FALSE(isResourceDir(Tree.path()));
  Tree.write("clang/include/stddef.h");
  EXPECT_FALSE(isResourceDir(Tree.path("clang"))) << "no wrappers for CUDA";
  Tree.write("clang/include/cuda_wrappers/new");
  EXPECT_TRUE(isResourceDir(Tree.path("clang")));
}

TEST_F(ToolkitTest, ResourceDirectoryWithoutTheConfiguredOne) {
  std::vector<std::string> Places = resourceDirCandidates();
  ASSERT_GT(Places.size(), 3u);
  Places.erase(Places.begin());
  bool Found = false;
  for (const std::string &Place : Places)
    Found |= isResourceDir(Place);
  EXPECT_TRUE(Found);
}

TEST_F(ToolkitTest, ItsNvccOrThatOnPath) {
  add("cuda");
  auto Found = toolkitAt(Tree.path("cuda"));
  ASSERT_TRUE(Found);
  EXPECT_EQ(nvccOf(*Found), "");
  std::string Elsewhere = addNvcc("bin");
  WithVariable OnPath("PATH", Tree.path("bin"));
  EXPECT_EQ(nvccOf(*Found), Elsewhere);
  std::string Own = addNvcc("cuda/bin");
  EXPECT_EQ(nvccOf(*Found), Own);
}

} // namespace
} // namespace pipeline_rewrite
