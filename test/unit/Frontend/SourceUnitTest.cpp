//===- SourceUnitTest.cpp - Read and parse one source ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "ParsedSource.h"
#include "TempTree.h"
#include "gtest/gtest.h"

namespace pipeline_rewrite {
namespace {

constexpr const char *Kernel =
    "template <int N> __global__ void scale(float *x) {\n"
    "  for (int i = 0; i < N; ++i)\n"
    "    x[i] *= 2;\n"
    "}\n";

std::string failure(const std::string &File) {
  auto Unit = parseSource(builtinJob(File), Options());
  return Unit ? "parsed" : llvm::toString(Unit.takeError());
}

TEST(SourceUnit, BadFiles) {
  TempTree Tree;
  EXPECT_EQ(failure(Tree.path("none.cu")),
            Tree.path("none.cu") + ": No such file or directory");
  EXPECT_EQ(failure(Tree.path()), Tree.path() + ": is a directory");
  EXPECT_EQ(failure("/dev/zero"), "/dev/zero: is not a regular file");
  std::string Binary = Tree.write("a.o", llvm::StringRef("\177ELF\0\1\2", 7));
  EXPECT_EQ(failure(Binary),
            Binary + ": is not a text file (it contains NUL bytes)");
}

TEST(SourceUnit, UnreadableFile) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root reads everything";
  TempTree Tree;
  std::string File = Tree.write("a.cu", "int x;");
  llvm::sys::fs::setPermissions(File, llvm::sys::fs::no_perms);
  EXPECT_EQ(failure(File), File + ": Permission denied");
}

TEST(SourceUnit, EmptyFile) {
  TempTree Tree;
  auto Unit = parseFile(Tree.write("a.cu"));
  ASSERT_TRUE(Unit);
  EXPECT_EQ(Unit->text(), "");
  EXPECT_TRUE(Unit->errors().empty());
}

TEST(SourceUnit, TextIsKeptByteForByte) {
  std::string Text = std::string("\xEF\xBB\xBF// caf\xE9 na\xEFve\r\n") +
                     "__global__ void k() {}\r\n";
  TempTree Tree;
  auto Unit = parseFile(Tree.write("a.cu", Text));
  ASSERT_TRUE(Unit);
  EXPECT_EQ(Unit->text(), Text);
  EXPECT_EQ(errorsOf(*Unit), "");
  const clang::FunctionDecl *K = functionNamed(*Unit, "k");
  ASSERT_TRUE(K);
  unsigned Offset = Unit->sources().getFileOffset(K->getLocation());
  EXPECT_EQ(Unit->text().substr(Offset, 3), "k()");
}

TEST(SourceUnit, GivenTextReplacesTheFile) {
  TempTree Tree;
  std::string File = Tree.write("a.cu", "error error");
  auto Unit = parseText("__global__ void k() {}", Options(), File);
  ASSERT_TRUE(Unit);
  EXPECT_TRUE(functionNamed(*Unit, "k"));
  EXPECT_EQ(Unit->text(), "__global__ void k() {}");
}

TEST(SourceUnit, ErrorsElsewhereLeaveKernelsIntact) {
  std::string Text = std::string("#include \"no_such_header.h\"\n"
                                 "void host() { undeclared(); }\n") +
                     Kernel + "void go(float *x) { scale<4><<<1, 1>>>(x); }\n" +
                     "void late() { other(); }\n";
  auto Unit = parseText(Text);
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "1:10: 'no_such_header.h' file not found\n"
                             "2:15: use of undeclared identifier 'undeclared'\n"
                             "8:15: use of undeclared identifier 'other'\n");
  EXPECT_EQ(instancesOf(*Unit, "scale"), 1u);
}

TEST(SourceUnit, ManyErrorsDoNotEndTheParse) {
  std::string Text;
  for (int I = 0; I < 100; ++I)
    Text += "int x" + std::to_string(I) + " = nothing;\n";
  auto Unit = parseText(Text + "__global__ void k() {}\n");
  ASSERT_TRUE(Unit);
  EXPECT_EQ(Unit->errors().size(), 100u);
  EXPECT_TRUE(functionNamed(*Unit, "k"));
}

TEST(SourceUnit, WarningsAreNoErrors) {
  auto Unit = parseText("void f() { int unused; }", Options(), "a.cu",
                        {"-Wall", "-Werror"});
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "");
}

TEST(SourceUnit, Instantiations) {
  Options Opts;
  Opts.Instantiate = {"ns::scale<8>", "ns::onDevice<2>", "Holder<3>::inClass"};
  std::string Text =
      std::string("namespace ns {\n") + Kernel +
      "template <int N> __device__ int onDevice() {\n"
      "  for (int i = 0; i < N; ++i) ;\n  return N; }\n}\n"
      "template <int N> struct Holder {\n"
      "  static __device__ void inClass() { while (N > 4) ; }\n};";
  auto Unit = parseText(Text, Opts);
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "");
  EXPECT_EQ(Unit->text(), Text);
  EXPECT_EQ(instancesOf(*Unit, "scale"), 1u);
  EXPECT_EQ(instancesOf(*Unit, "onDevice"), 1u);
  EXPECT_EQ(instancesOf(*Unit, "inClass"), 1u);
}

TEST(SourceUnit, InstantiationOfNothing) {
  Options Opts;
  Opts.Instantiate = {"scale<8>", "missing<1>"};
  auto Unit = parseText(Kernel, Opts);
  ASSERT_TRUE(Unit);
  EXPECT_EQ(instancesOf(*Unit, "scale"), 1u);
  ASSERT_FALSE(Unit->errors().empty());
  EXPECT_EQ(Unit->errors()[0].Place.Line, 0u);
  EXPECT_EQ(
      Unit->errors()[0].Message,
      "--instantiate='missing<1>': use of undeclared identifier 'missing'");
}

TEST(SourceUnit, InstantiationBehindAnUnfinishedComment) {
  Options Opts;
  Opts.Instantiate = {"scale<8>"};
  auto Unit = parseText(std::string(Kernel) + "// no newline at the end", Opts);
  ASSERT_TRUE(Unit);
  EXPECT_EQ(instancesOf(*Unit, "scale"), 1u);
}

TEST(SourceUnit, LongFile) {
  std::string Text;
  for (int I = 0; I < 10000; ++I)
    Text += "__global__ void k" + std::to_string(I) + "(float *x) {\n" +
            "  for (int i = 0; i < 4; ++i) {\n    x[i] = i;\n  }\n}\n";
  auto Unit = parseText(Text);
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "");
  EXPECT_TRUE(functionNamed(*Unit, "k9999"));
}

TEST(SourceUnit, RelativeIncludesStartAtTheJobsDirectory) {
  TempTree Tree;
  Tree.write("build/inc/tile.cuh", "#define TILE 4\n");
  std::string File =
      Tree.write("src/a.cu", "#include \"tile.cuh\"\n#include \"near.h\"\n"
                             "__shared__ int s[TILE];\n");
  Tree.write("src/near.h", "int near;\n");
  ParseJob Job = builtinJob(File);
  Job.Directory = Tree.path("build");
  Job.Args.insert(Job.Args.end(), {"-I", "inc"});
  auto Unit = parseSource(Job, Options());
  ASSERT_TRUE(bool(Unit));
  EXPECT_EQ(errorsOf(**Unit), "");
}

TEST(SourceUnit, ErrorsOfTheCommandLineHaveNoLine) {
  for (const char *Flag : {"--pre-include=/none.h", "-std=c++99"}) {
    auto Unit = parseText("int x;\n", Options(), "a.cu", {Flag});
    ASSERT_TRUE(Unit);
    ASSERT_EQ(Unit->errors().size(), 1u) << Flag;
    EXPECT_EQ(Unit->errors()[0].Place.File, "a.cu");
    EXPECT_EQ(Unit->errors()[0].Place.Line, 0u);
  }
}

TEST(SourceUnit, ErrorsInHeadersNameTheHeader) {
  TempTree Tree;
  std::string Header = Tree.write("h.cuh", "\nint x = nothing;\n");
  auto Unit = parseFile(Tree.write("a.cu", "#include \"h.cuh\"\n"));
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit),
            Header + ":2:9: use of undeclared identifier 'nothing'\n");
}

TEST(SourceUnit, FlagsOfTheHostDoNoHarm) {
  auto Unit = parseText(
      "#include <vector>\nstd::vector<int> v;\n__global__ void k() {}\n",
      Options(), "a.cu",
      {"-Xcompiler=-fPIC,-fopenmp,-march=native", "-fvisibility=hidden", "-O3",
       "-g", "-rdc=true", "-use_fast_math", "-pthread"});
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "");
}

TEST(SourceUnit, NarrowingIsNoError) {
  auto Unit = parseText("int a[1] = {1.5};\n");
  ASSERT_TRUE(Unit);
  EXPECT_EQ(errorsOf(*Unit), "");
}

TEST(SourceUnit, AdoptsWhatIsParsed) {
  TempTree Tree;
  std::string File = Tree.write("a.cu", std::string("\xEF\xBB\xBF") + Kernel);
  auto Unit = parseFile(File);
  ASSERT_TRUE(Unit);
  auto Adopted =
      parsed(adoptSource(Unit->context(), Unit->preprocessor(), Options()));
  ASSERT_TRUE(Adopted);
  EXPECT_EQ(&Adopted->context(), &Unit->context());
  EXPECT_EQ(Adopted->file(), File);
  EXPECT_EQ(Adopted->text(), Unit->text());
  // Another text, parsed as that program has parsed the first.
  auto Again = parsed(parseAgain(
      *Adopted, Options(), "__device__ float f() { return none + warpSize; }"));
  ASSERT_TRUE(Again);
  EXPECT_EQ(errorsOf(*Again), "1:31: use of undeclared identifier 'none'\n");
}

TEST(SourceUnit, AdoptedErrorsAreFoundAgain) {
  TempTree Tree;
  auto Unit = parseFile(Tree.write("a.cu", "int x = nothing;\n"));
  ASSERT_TRUE(Unit);
  auto Adopted =
      parsed(adoptSource(Unit->context(), Unit->preprocessor(), Options()));
  ASSERT_TRUE(Adopted);
  EXPECT_NE(&Adopted->context(), &Unit->context());
  EXPECT_EQ(errorsOf(*Adopted), errorsOf(*Unit));
  EXPECT_NE(errorsOf(*Adopted), "");
}

} // namespace
} // namespace pipeline_rewrite
