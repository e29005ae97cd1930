//===- SnapshotTest.cpp - A second text behind the same includes ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "ParsedSource.h"
#include "TempTree.h"
#include "gtest/gtest.h"
#include <csignal>
#include <sys/wait.h>

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral Head = "#include <cuda_fp16.h>\n"
                                     "#include \"tile.h\"\n"
                                     "#define BK 4\n";
constexpr llvm::StringLiteral Old =
    "__global__ void old() { __syncthreads(); }\n";

/// Errors of the unit, and which of two kernels it has where.
std::string described(const SourceUnit &Unit) {
  std::string Out = errorsOf(Unit);
  for (const char *Name : {"old", "fresh"})
    if (const auto *F = functionNamed(Unit, Name))
      Out += std::string(Name) + " in line " +
             std::to_string(Unit.place(F->getLocation()).Line) + "\n";
  return Out;
}

class SnapshotTest : public testing::Test {
protected:
  SnapshotTest() { Tree.write("tile.h", "constexpr int FromHeader = 1;\n"); }

  std::unique_ptr<SourceUnit> parseOld(std::string Text,
                                       Describe Later = described,
                                       const Options &Opts = Options()) {
    Job = builtinJob(Tree.write("a.cu", Text));
    return parsed(parseSource(Job, Opts, std::nullopt, Later));
  }

  /// The answer of the second process, and that of a parse in full.
  void expectSame(const SourceUnit &Unit, const std::string &Text,
                  const Options &Opts = Options()) {
    auto Full = parsed(parseSource(Job, Opts, Text));
    ASSERT_TRUE(Full);
    EXPECT_EQ(Unit.describeWith(Text), described(*Full));
  }

  TempTree Tree;
  ParseJob Job;
};

TEST_F(SnapshotTest, AnswersAsAFullParseDoes) {
  auto Unit = parseOld((Head + Old).str());
  expectSame(*Unit,
             (Head + "\n\n__global__ void fresh() { f(BK, FromHeader); }\n"
                     "int wrong = none;\n")
                 .str());
  EXPECT_EQ(described(*Unit), "old in line 4\n");
}

TEST_F(SnapshotTest, IncludeAddedBehindTheBlock) {
  auto Unit = parseOld((Head + Old).str());
  std::string Text = Head.str();
  Text.insert(Text.find("#define"), "#include <cuda_pipeline.h>\n");
  expectSame(*Unit, Text + "__global__ void fresh() {\n"
                           "  __pipeline_commit(); }\n");
}

TEST_F(SnapshotTest, NoIncludes) {
  auto Unit = parseOld(Old.str());
  expectSame(*Unit, "// more\n__global__ void fresh() { __syncthreads(); }");
}

TEST_F(SnapshotTest, InsideAnIncludeGuard) {
  auto Unit =
      parseOld(("#ifndef G\n#define G\n" + Head + Old + "#endif\n").str());
  expectSame(*Unit, ("#ifndef G\n#define G\n" + Head +
                     "__global__ void fresh() {}\n#else\nwrong\n#endif\n")
                        .str());
}

TEST_F(SnapshotTest, ExplicitInstantiations) {
  Options Opts;
  Opts.Instantiate = {"scale<2>", "absent<3>"};
  std::string Scale = "template <int N> __global__ void scale() {\n"
                      "  __syncthreads(); }\n";
  auto Unit = parseOld(Head.str() + Scale, described, Opts);
  expectSame(*Unit, Head.str() + "__global__ void fresh() {}\n" + Scale, Opts);
}

TEST_F(SnapshotTest, ErrorAtTheEndOfTheFile) {
  for (const char *End : {"", "\n", "\r\n", " \n\n"}) {
    auto Unit = parseOld((Head + Old).str() + "void f() {" + End);
    auto Full = parsed(parseSource(Job, Options()));
    EXPECT_NE(errorsOf(*Full), "");
    EXPECT_EQ(errorsOf(*Unit), errorsOf(*Full));
    expectSame(*Unit, (Head + "// changed\n" + Old).str() + "void g() {" + End);
  }
}

TEST_F(SnapshotTest, NoAnswerWhereTheTextsDifferTooEarly) {
  auto Unit = parseOld((Head + Old).str());
  EXPECT_EQ(Unit->describeWith(("// first line\n" + Head + Old).str()),
            std::nullopt);
}

TEST_F(SnapshotTest, NoAnswerForATextThatDoesNotFit) {
  auto Unit = parseOld((Head + Old).str());
  EXPECT_EQ(Unit->describeWith(Head.str() + std::string(1 << 20, ' ')),
            std::nullopt);
}

TEST_F(SnapshotTest, NoneWithoutABarrier) {
  auto Unit = parseOld((Head + "__global__ void old() {}\n").str());
  EXPECT_EQ(Unit->describeWith((Head + "int x;\n").str()), std::nullopt);
}

TEST_F(SnapshotTest, AnswersEachText) {
  auto Unit = parseOld((Head + Old).str());
  for (const char *Name : {"fresh", "other", "fresh"})
    expectSame(*Unit,
               (Head + "__global__ void " + Name + "() {}\n" + Old).str());
}

TEST_F(SnapshotTest, ACrashOfTheSecondProcessIsNoAnswer) {
  auto Unit = parseOld((Head + Old).str(), [](const SourceUnit &U) {
    if (functionNamed(U, "fresh"))
      raise(SIGSEGV);
    return std::string("alive");
  });
  EXPECT_EQ(Unit->describeWith((Head + "__global__ void fresh() {}\n").str()),
            std::nullopt);
  EXPECT_EQ(Unit->describeWith((Head + Old).str()), std::nullopt);
}

TEST_F(SnapshotTest, TheWaitingProcessEndsWithItsUnit) {
  auto Unit = parseOld((Head + Old).str());
  Unit.reset();
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a process is left";
}

} // namespace
} // namespace pipeline_rewrite
