//===- ExecuteLoopsTest.cpp - Wrong outputs are noticed by running them ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two texts of one kernel; the second is written here as an output might be,
// rightly or not. No other check stands between them and the executor.
//===----------------------------------------------------------------------===//
#include "Execution/ExecuteLoops.h"
#include "../Frontend/ParsedSource.h"

using namespace pipeline_rewrite;

namespace {

constexpr char Plain[] = R"(__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[64];
  float sum = 0;
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    sum += a[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
})";

/// Two buffers; what stands in the loop for the first statement, the last
/// barrier, and the buffer that is read.
std::string twoBuffers(const std::string &Guard, const std::string &Barrier,
                       const std::string &Read) {
  return R"(__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[2][64];
  float sum = 0;
  int stage = 0;
  if (n > 0)
    a[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; i += 64) {
    if ()" +
         Guard + R"()
      a[stage ^ 1][threadIdx.x] = A[i + 64 + threadIdx.x];
    sum += a[)" +
         Read + R"(][63 - threadIdx.x];
    )" + Barrier +
         R"(
    stage ^= 1;
  }
  C[threadIdx.x] = sum;
})";
}

ExecutedLoops run(const std::string &Before, const std::string &After,
                  LoopToRun Loop = LoopToRun()) {
  Options Opts;
  auto Old = parseText(Before), New = parseText(After);
  FunctionFinder OldK("k"), NewK("k");
  OldK.TraverseDecl(Old->context().getTranslationUnitDecl());
  NewK.TraverseDecl(New->context().getTranslationUnitDecl());
  auto Of = [](FunctionFinder &F) {
    return F.Instances.empty() ? F.Plain : F.Instances;
  };
  Loop.Functions = Of(OldK);
  Loop.Counted.File = "a.cu";
  Loop.Counted.FirstLine = 1;
  Loop.Counted.LastLine = 100;
  Loop.Counted.Barriers = 2;
  return executeLoops(*Old, Loop, outputCode(*New, Of(NewK)));
}

const std::string Right = twoBuffers("i + 64 < n", "__syncthreads();", "stage");

TEST(ExecuteLoops, EqualTextsAreEqual) {
  ExecutedLoops Done = run(Plain, Right);
  EXPECT_FALSE(Done.Wrong) << Done.Wrong->text();
  ASSERT_EQ(Done.Loops.size(), 1u);
  EXPECT_TRUE(Done.Loops.front().isWhole()) << Done.Loops.front().text();
  EXPECT_EQ(Done.Loops.front().LeastTiles, 0u);
  EXPECT_GE(Done.Loops.front().MostTiles, 3u);
}

TEST(ExecuteLoops, ABarrierThatIsMissing) {
  ExecutedLoops Done = run(Plain, twoBuffers("i + 64 < n", "", "stage"));
  EXPECT_TRUE(Done.Wrong);
}

TEST(ExecuteLoops, TheOtherBuffer) {
  ExecutedLoops Done =
      run(Plain, twoBuffers("i + 64 < n", "__syncthreads();", "stage ^ 1"));
  EXPECT_TRUE(Done.Wrong);
}

TEST(ExecuteLoops, ATileBehindTheLastOne) {
  std::string Read = R"(__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[64];
  float sum = 0;
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    sum += a[63 - threadIdx.x];
    __syncthreads();
    if (i + 64 >= n)
      C[64 + threadIdx.x] = sum;
  }
  C[threadIdx.x] = sum;
})";
  ExecutedLoops Done = run(Plain, Read);
  ASSERT_TRUE(Done.Wrong);
  EXPECT_EQ(Done.Wrong->What.rfind("C[64] is ", 0), 0u) << Done.Wrong->What;
  EXPECT_FALSE(Done.Wrong->Arguments.empty());
}

// However large the buffers are.
TEST(ExecuteLoops, ATileTooManyIsRead) {
  const std::string TooFar = twoBuffers("true", "__syncthreads();", "stage");
  ExecutedLoops Done = run(Plain, TooFar);
  ASSERT_TRUE(Done.Wrong);
  EXPECT_EQ(Done.Wrong->What.rfind("EXTRA-GLOBAL", 0), 0u) << Done.Wrong->What;
  LoopToRun Loop;
  Loop.Change.ReadsAhead = true;
  EXPECT_FALSE(run(Plain, TooFar, Loop).Wrong);
}

// A break, and not the loop's own bound, says where the tiles end.
TEST(ExecuteLoops, ATileBehindABreak) {
  auto Text = [](const char *Next) {
    return std::string("__global__ void k(const float *A, float *C, int n, int "
                       "last) {\n"
                       "  __shared__ float a[2][64];\n  float sum = 0;\n"
                       "  int s = 0, i = 0;\n"
                       "  if (n > 0) a[0][threadIdx.x] = A[threadIdx.x];\n"
                       "  __syncthreads();\n"
                       "  for (; i < n; i += 64) {\n"
                       "    if (i + 64 < n") +
           Next +
           ") a[s ^ 1][threadIdx.x] = A[i + 64 + threadIdx.x];\n"
           "    sum += a[s][63 - threadIdx.x];\n"
           "    if (i + 64 >= last) break;\n"
           "    __syncthreads();\n    s ^= 1;\n  }\n"
           "  C[threadIdx.x] = sum;\n}";
  };
  const std::string Before = Text(" && i + 64 < last");
  EXPECT_FALSE(run(Before, Before).Wrong);
  EXPECT_TRUE(run(Before, Text("")).Wrong);
}

// All threads write one value: no launch is illegal for that. Another race of
// that kind, and another result, are differences all the same.
TEST(ExecuteLoops, AllThreadsWriteOneValue) {
  auto Text = [](const char *Mark, const char *Sum) {
    return std::string("__global__ void k(const float *A, float *C, int n) {\n"
                       "  __shared__ float a[64];\n  __shared__ int last;\n"
                       "  float sum = 0;\n"
                       "  for (int i = 0; i < n; i += 64) {\n"
                       "    a[threadIdx.x] = A[i + threadIdx.x];\n    ") +
           Mark + "\n    __syncthreads();\n    sum += " + Sum +
           ";\n    __syncthreads();\n  }\n  C[threadIdx.x] = sum;\n}";
  };
  const std::string Before = Text("last = i;", "a[(last + threadIdx.x) % 64]");
  ExecutedLoops Done = run(Before, Before);
  EXPECT_FALSE(Done.Wrong) << Done.Wrong->text();
  EXPECT_TRUE(Done.Loops.front().isWhole()) << Done.Loops.front().text();
  EXPECT_TRUE(
      run(Before, Text("last = i;", "a[(last + threadIdx.x + 1) % 64]")).Wrong);
  // Read, and of no consequence.
  Done = run(Before, Text("last = i + threadIdx.x;",
                          "a[(i + threadIdx.x) % 64] * (last >= 0)"));
  ASSERT_TRUE(Done.Wrong);
  EXPECT_EQ(Done.Wrong->What.rfind("RACE-WAW", 0), 0u) << Done.Wrong->What;
}

// Of soft hazards races of one value alone are harmless: a launch in which a
// barrier counts on threads that came to it and then ended shows nothing of an
// output. Threads that end before they come to one are no hazard.
TEST(ExecuteLoops, ABarrierThatExitsComplete) {
  auto Text = [](const char *Threads, const char *Later) {
    return std::string("__global__ void k(const float *A, float *C, int n) {\n"
                       "  __shared__ float a[64];\n  float sum = 0;\n"
                       "  if (threadIdx.x >= ") +
           Threads +
           ") return;\n  for (int i = 0; i < n; i += 64) {\n"
           "    a[threadIdx.x] = A[i + threadIdx.x];\n"
           "    __syncthreads();\n    sum += a[0];\n"
           "    __syncthreads();\n    if (threadIdx.x >= " +
           Later + ") return;\n  }\n  C[threadIdx.x] = sum;\n}";
  };
  const std::string Before = Text("blockDim.x / 2", "64"),
                    // More than 64 threads leave the tile.
      Between = Text("1024", "blockDim.x / 2"), All = Text("64", "64");
  EXPECT_TRUE(run(All, All).Loops.front().isWhole());
  EXPECT_TRUE(run(Before, Before).Loops.front().isWhole());
  EXPECT_EQ(run(Between, Between).Loops.front().text(),
            "not executed: 'k': no launch with two tiles was found");
}

// Nobody guesses such numbers; the code says them.
TEST(ExecuteLoops, NumbersThatTheCodeAsksFor) {
  auto Text = [](const char *Value) {
    return std::string(
               "__global__ void k(const float *A, const int *list, float *C,\n"
               "                  int n, int mode, long long key) {\n"
               "  __shared__ float a[64];\n  float sum = 0;\n"
               "  if (mode != 4711) return;\n"
               "  if (key != 0x123456789abcLL) return;\n"
               "  for (int i = 0; i < n; i += 64) {\n"
               "    a[threadIdx.x] = A[i + threadIdx.x];\n"
               "    __syncthreads();\n"
               "    sum += list[i + threadIdx.x] == 77777 ? ") +
           Value +
           " : a[63 - threadIdx.x];\n"
           "    __syncthreads();\n  }\n  C[threadIdx.x] = sum;\n}";
  };
  ExecutedLoops Done = run(Text("1"), Text("1"));
  EXPECT_FALSE(Done.Wrong) << Done.Wrong->text();
  EXPECT_TRUE(Done.Loops.front().isWhole()) << Done.Loops.front().text();
  EXPECT_TRUE(run(Text("1"), Text("2")).Wrong);
}

// What is stored to shared memory and never read is loaded all the same.
TEST(ExecuteLoops, ATileThatNobodyReads) {
  auto Text = [](const char *Read) {
    return std::string("__global__ void k(const float *A, const float *B, "
                       "float *C, int n) {\n"
                       "  __shared__ float a[64], b[64];\n"
                       "  float sum = 0;\n"
                       "  for (int i = 0; i < n; i += 64) {\n"
                       "    a[threadIdx.x] = A[i + threadIdx.x];\n"
                       "    b[threadIdx.x] = B[i + threadIdx.x];\n"
                       "    __syncthreads();\n"
                       "    sum += a[63 - threadIdx.x]") +
           Read + ";\n    __syncthreads();\n  }\n  C[threadIdx.x] = sum;\n}";
  };
  EXPECT_FALSE(
      run(Text(""), Text(" + 0 * int(b[63 - threadIdx.x] == 77)")).Wrong);
}

// A compiler sinks a load behind a guard, narrows one, and chooses between two,
// in one text and not in another.
TEST(ExecuteLoops, LoadsThatACompilerMakesFewer) {
  auto Text = [](const char *InFront, const char *Load, const char *Store,
                 const char *Next) {
    return std::string("__global__ void k(const long long *A, const float *S, "
                       "float *C, int n) {\n"
                       "  __shared__ float a[64];\n  float sum = 0;\n") +
           InFront + "  for (int i = 0; i < n; i += 64) {\n" + Load + Store +
           "    __syncthreads();\n    sum += a[63 - threadIdx.x];\n" + Next +
           "    __syncthreads();\n  }\n  C[threadIdx.x] = sum;\n}\n";
  };
  const std::string Scale = "  const float scale = S[threadIdx.x];\n";
  const std::string First = "  long long next = n > 0 ? A[threadIdx.x] : 0;\n";
  const char *Late = "    if (i + 64 < n) next = A[i + 64 + threadIdx.x];\n";
  const char *Load = "    long long next = A[i + threadIdx.x];\n";
  for (const char *Value : {"float(next) * scale", "float(int(next >> 32))",
                            "float(next & 0xff) + scale"}) {
    const std::string Store =
        std::string("    a[threadIdx.x] = ") + Value + ";\n";
    const std::string Before = Text(Scale.c_str(), Load, Store.c_str(), ""),
                      After = Text((Scale + First).c_str(), "", Store.c_str(),
                                   Late);
    ExecutedLoops Done = run(Before, After);
    EXPECT_FALSE(Done.Wrong) << Value << ": " << Done.Wrong->text();
  }
}

TEST(ExecuteLoops, OneInstanceOfATemplate) {
  auto Text = [](const char *Value) {
    return std::string("template <int N> __global__ void k(const float *A, "
                       "float *C, int n) {\n  __shared__ float a[64];\n"
                       "  float sum = 0;\n"
                       "  for (int i = 0; i < n; i += 64) {\n"
                       "    a[threadIdx.x] = A[i + threadIdx.x];\n"
                       "    __syncthreads();\n"
                       "    sum += a[63 - threadIdx.x] * ") +
           Value +
           ";\n    __syncthreads();\n  }\n  C[threadIdx.x] = sum;\n}\n"
           "template __global__ void k<2>(const float *, float *, int);\n"
           "template __global__ void k<3>(const float *, float *, int);\n";
  };
  ExecutedLoops Done = run(Text("2"), Text("N"));
  ASSERT_TRUE(Done.Wrong);
  EXPECT_NE(Done.Wrong->Kernel.find("<3>"), std::string::npos);
}

TEST(ExecuteLoops, APointerThatMayBeAnother) {
  // The next element is loaded before this one is stored.
  std::string Before = R"(__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[64];
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    C[i + 64 + threadIdx.x] = a[threadIdx.x] + 1;
    __syncthreads();
  }
})";
  std::string After = R"(__global__ void k(const float *A, float *C, int n) {
  __shared__ float a[64];
  float next = n > 0 ? A[threadIdx.x] : 0;
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = next;
    if (i + 64 < n)
      next = A[i + 64 + threadIdx.x];
    __syncthreads();
    C[i + 64 + threadIdx.x] = a[threadIdx.x] + 1;
    __syncthreads();
  }
})";
  EXPECT_TRUE(run(Before, After).Wrong);
  LoopToRun Promised;
  Promised.AssumeNoAlias = true;
  EXPECT_FALSE(run(Before, After, Promised).Wrong);
  // Promised by a function that the kernel calls.
  auto Called = [](const std::string &Text, const std::string &C) {
    return "__device__ void f(const float *A, float *" + C +
           Text.substr(Text.find("C, int n)")) +
           "\n__global__ void k(const float *A, float *C, int n) {\n"
           "  f(A, C, n);\n}\n";
  };
  EXPECT_TRUE(run(Called(Before, ""), Called(After, "")).Wrong);
  EXPECT_FALSE(
      run(Called(Before, "__restrict__ "), Called(After, "__restrict__ "))
          .Wrong);
}

// Not only to the same element: what is stored of this tile is the next one.
TEST(ExecuteLoops, APointerIntoTheMiddleOfAnother) {
  auto Text = [](const char *Parameters, const char *Before,
                 const char *Behind) {
    return std::string("__global__ void k(") + Parameters +
           ", int n) {\n  __shared__ float a[64];\n"
           "  float next = n > 0 ? A[threadIdx.x] : 0;\n"
           "  for (int i = 0; i < n; i += 64) {\n"
           "    a[threadIdx.x] = next;\n    __syncthreads();\n" +
           Before + "    C[i + threadIdx.x] = a[63 - threadIdx.x] + 1;\n" +
           Behind + "    __syncthreads();\n  }\n}\n";
  };
  const char *Next = "    if (i + 64 < n) next = A[i + 64 + threadIdx.x];\n";
  const char *Late = "    __syncthreads();\n"
                     "    if (i + 64 < n) next = A[i + 64 + threadIdx.x];\n";
  for (const char *Parameters :
       {"const float *A, float *C", "float *C, const float *A"}) {
    EXPECT_FALSE(
        run(Text(Parameters, "", Late), Text(Parameters, "", Late)).Wrong);
    EXPECT_TRUE(
        run(Text(Parameters, "", Late), Text(Parameters, Next, "")).Wrong);
  }
}

TEST(ExecuteLoops, WhatThePlanGivesTheLaunches) {
  std::string Before = R"(__global__ void k(const float *A, float *C, int n) {
  extern __shared__ float a[];
  float sum = 0;
  for (int i = 0; i < n; i += 64) {
    a[threadIdx.x] = A[i + threadIdx.x];
    __syncthreads();
    sum += a[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
})";
  std::string After = twoBuffers("i + 64 < n", "__syncthreads();", "stage");
  After.replace(After.find("__shared__ float a[2][64];"), 26,
                "extern __shared__ float a[][64];");
  LoopToRun Loop;
  Loop.BlockThreads = 64;
  Loop.DynamicBytes = 256;
  EXPECT_TRUE(run(Before, After, Loop).Wrong) << "one buffer only";
  Loop.Change.AtLeast = 512;
  ExecutedLoops Done = run(Before, After, Loop);
  EXPECT_FALSE(Done.Wrong) << Done.Wrong->text();
  EXPECT_TRUE(Done.Loops.front().isWhole()) << Done.Loops.front().text();
  // A launch that gives what it gave before is run besides.
  Loop.Change.AsksLaunch = true;
  EXPECT_TRUE(run(Before, After, Loop).Wrong) << "it does not ask";
  Loop.Change.AsksLaunch = false;
  // No program asks for more than a block has.
  Loop.Change.AtLeast = 256 << 10;
  Done = run(Before, After, Loop);
  EXPECT_FALSE(Done.Wrong) << Done.Wrong->text();
  EXPECT_EQ(Done.Loops.front().text(),
            "not executed: 'k': no launch could be compared");
}

TEST(ExecuteLoops, AKernelThatNobodyCanRun) {
  std::string Lonely = Plain;
  Lonely.replace(0, 10, "__device__");
  ExecutedLoops Done = run(Lonely, Lonely);
  EXPECT_FALSE(Done.Wrong);
  EXPECT_EQ(Done.Loops.front().text(),
            "not executed: no kernel of this file runs it");
}

} // namespace
