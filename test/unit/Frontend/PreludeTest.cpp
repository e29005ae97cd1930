//===- PreludeTest.cpp - What stands in front of every file, read once ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Prelude.h"
#include "Cache/AnswerCache.h"
#include "ParsedSource.h"
#include "TempTree.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral Kernel =
    "__global__ void k(float *a) { a[threadIdx.x] = 1; __syncthreads(); }\n";

/// Errors of the unit, and where its kernel is.
std::string described(const SourceUnit &Unit) {
  const auto *F = functionNamed(Unit, "k");
  return errorsOf(Unit) +
         (F ? "k in line " + std::to_string(Unit.place(F->getLocation()).Line)
            : "no k");
}

class PreludeTest : public testing::Test {
protected:
  PreludeTest() { keepIn(Tree.path("kept")); }
  ~PreludeTest() override { unsetenv(Variable); }

  static void keepIn(const std::string &Folder) {
    setenv(Variable, Folder.c_str(), /*overwrite=*/1);
  }
  std::unique_ptr<SourceUnit> parse(const std::string &Text,
                                    std::vector<std::string> Flags = {}) {
    return parseText(Text, Options(), Tree.path("a.cu"), std::move(Flags));
  }
  /// Whether the parse had a prelude; whatever it had, it gives \p Like.
  bool isUsed(const std::string &Text, std::vector<std::string> Flags = {}) {
    auto Unit = parse(Text, Flags);
    keepIn("none");
    EXPECT_EQ(described(*Unit), described(*parse(Text, std::move(Flags))));
    keepIn(Tree.path("kept"));
    return hasPrelude(Unit->preprocessor());
  }
  void make(std::vector<std::string> Flags = {}) {
    EXPECT_FALSE(isUsed(Kernel.str(), Flags));
    EXPECT_TRUE(isUsed(Kernel.str(), Flags));
  }
  std::vector<std::string> entries() const {
    std::vector<std::string> Out;
    std::error_code Error;
    for (llvm::sys::fs::recursive_directory_iterator
             I(Tree.path("kept/pipeline-rewrite-answers"), Error),
         End;
         !Error && I != End; I.increment(Error))
      if (llvm::sys::path::filename(I->path()).size() == 62)
        Out.push_back(I->path());
    return Out;
  }

  static constexpr const char *Variable = "PIPELINE_REWRITE_PRELUDES";
  TempTree Tree;
};

TEST_F(PreludeTest, IsMadeWhenItIsAskedForTwice) {
  make();
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_TRUE(isUsed("\n" + Kernel.str()));
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(PreludeTest, IsNotMadeOfNothing) {
  keepIn("none");
  for (int Times = 0; Times < 3; ++Times)
    EXPECT_FALSE(hasPrelude(parse(Kernel.str())->preprocessor()));
}

TEST_F(PreludeTest, OtherFlagsAreAnotherQuestion) {
  make();
  for (const char *Flag : {"-DX", "-std=c++14", "-Iinclude"}) {
    EXPECT_FALSE(isUsed(Kernel.str(), {Flag})) << Flag;
    EXPECT_TRUE(isUsed(Kernel.str(), {Flag})) << Flag;
  }
  EXPECT_TRUE(isUsed("#ifdef X\n#error X\n#endif\n" + Kernel.str()));
  EXPECT_TRUE(
      isUsed("#ifndef X\n#error no X\n#endif\n" + Kernel.str(), {"-DX"}));
}

TEST_F(PreludeTest, AFileThatAppearsCounts) {
  const std::vector<std::string> Flags = {"-I" + Tree.path("include")};
  const std::string Text = "#ifdef MINE\n#error mine\n#endif\n" + Kernel.str();
  make(Flags);
  const std::string Shadow =
      Tree.write("include/climits", "#include_next <climits>\n#define MINE\n");
  EXPECT_FALSE(isUsed(Text, Flags));
  EXPECT_TRUE(isUsed(Text, Flags));
  // What is in it, and not its time.
  Tree.write("include/climits", "#include_next <climits>\n#define MINE\n");
  EXPECT_TRUE(isUsed(Text, Flags));
  Tree.write("include/climits", "#include_next <climits>\n");
  EXPECT_FALSE(isUsed(Text, Flags));
  EXPECT_TRUE(isUsed(Text, Flags));
  llvm::sys::fs::remove(Shadow);
  EXPECT_FALSE(isUsed(Text, Flags));
}

TEST_F(PreludeTest, OneWithErrorsIsNotUsed) {
  Tree.write("include/climits", "#error wrong\n");
  const std::vector<std::string> Flags = {"-I" + Tree.path("include")};
  for (int Times = 0; Times < 3; ++Times)
    EXPECT_FALSE(isUsed(Kernel.str(), Flags));
}

TEST_F(PreludeTest, AnEntryThatIsBroken) {
  make();
  ASSERT_EQ(entries().size(), 1u);
  std::error_code Error;
  llvm::raw_fd_ostream(entries()[0], Error) << "broken";
  make();
}

TEST_F(PreludeTest, AnEntryThatClangDoesNotTake) {
  make();
  ASSERT_EQ(entries().size(), 1u);
  const std::string Path = entries()[0];
  const std::string Name =
      (llvm::sys::path::filename(llvm::sys::path::parent_path(Path)) +
       llvm::sys::path::filename(Path))
          .str();
  AnswerCache(Tree.path("kept")).keep(llvm::fromHex(Name), "no prelude", {});
  EXPECT_FALSE(isUsed(Kernel.str()));
}

TEST_F(PreludeTest, AFolderThatCannotBeWritten) {
  keepIn(Tree.write("kept", "a file"));
  for (int Times = 0; Times < 3; ++Times)
    EXPECT_FALSE(isUsed(Kernel.str()));
}

TEST_F(PreludeTest, WhatTheUserSaysOfTheSameThings) {
  make();
  // What has errors is parsed once more, with all of <cmath>.
  EXPECT_FALSE(isUsed("int wrong = none;\n" + Kernel.str()));
  for (const char *Head :
       {"#include <cmath>\n#include <cuda_runtime.h>\n#include <cstdlib>\n",
        "#define min(a, b) ((a) < (b) ? (a) : (b))\n",
        "#undef __forceinline__\n#define __forceinline__ inline\n",
        "struct float4 { int x; };\n", "struct dim3;\n", "int threadIdx;\n",
        "static __device__ float atomicAdd(float *, float) { return 0; }\n",
        "namespace std { struct mine {}; }\nusing namespace std;\n",
        "__device__ float f(float x) { return __expf(x) + fminf(x, 1); }\n",
        "#ifndef __NVCC__\n#error not nvcc\n#endif\n",
        "#include \"pipeline_rewrite/prelude.h\"\n", "#error wrong\n"})
    EXPECT_TRUE(isUsed(Head + Kernel.str())) << Head;
}

TEST_F(PreludeTest, OtherForcedHeadersComeBehindIt) {
  const std::string Header = Tree.write("more.h", "#define MORE float\n");
  const std::string Text = "MORE Global;\n" + Kernel.str();
  make();
  EXPECT_TRUE(isUsed(Text, {"-include", Header}));
  EXPECT_TRUE(isUsed(Text, {"-include", Header, "-include", Header}));
}

TEST_F(PreludeTest, ASecondTextBehindIt) {
  make();
  auto Unit = parsed(parseSource(builtinJob(Tree.write("a.cu", Kernel)),
                                 Options(), std::nullopt, described));
  ASSERT_TRUE(Unit && hasPrelude(Unit->preprocessor()));
  EXPECT_EQ(Unit->describeWith("\n\n" + Kernel.str()), "k in line 3");
}

} // namespace
} // namespace pipeline_rewrite
