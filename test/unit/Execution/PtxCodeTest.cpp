//===- PtxCodeTest.cpp - Kernels compiled in the process ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/PtxCode.h"
#include "../Frontend/ParsedSource.h"
#include "Execution/ChildProcess.h"
#include "executor/Session.h"
#include <csignal>

namespace pipeline_rewrite {
namespace {

std::string failureOf(llvm::Expected<PtxCode> Code) {
  return Code ? "compiled" : llvm::toString(Code.takeError());
}

/// The PTX of kernel `k`, or why there is none.
std::string ptxOf(llvm::StringRef Text, std::vector<std::string> Flags = {}) {
  auto Unit = parseText(Text, Options(), "a.cu", std::move(Flags));
  FunctionFinder Finder("k");
  Finder.TraverseDecl(Unit->context().getTranslationUnitDecl());
  auto Kernels = Finder.Instances.empty() ? Finder.Plain : Finder.Instances;
  auto Code = compileToPtx(*Unit, Kernels);
  return Code ? Code->Ptx : "failed: " + failureOf(std::move(Code));
}

/// What the executor lacks of it; empty: nothing.
std::string lacksOf(llvm::StringRef Text, std::vector<std::string> Flags = {}) {
  std::string Ptx = ptxOf(Text, std::move(Flags)), Error, Out;
  executor::Session S;
  auto Code = S.load(Ptx, Error);
  if (!Code)
    return Error + Ptx;
  for (const std::string &Why : S.unsupported(*Code))
    Out += Why + "\n";
  return Out;
}

bool has(llvm::StringRef Text, llvm::StringRef Word) {
  return Text.contains(Word);
}

/// Bits of the first float after `k` ran on {1, 2, 3, ...} in one block of 32.
float resultOf(llvm::StringRef Text) {
  std::string Error;
  executor::Session S;
  auto Code = S.load(ptxOf(Text), Error);
  EXPECT_EQ(Error, "");
  if (!Code)
    return -1;
  uint64_t At = S.allocate(1024);
  std::vector<float> Values(256);
  for (size_t N = 0; N < Values.size(); ++N)
    Values[N] = float(N + 1);
  S.write(At, Values.data(), 1024);
  executor::LaunchRequest R;
  R.Code = *Code;
  R.Kernel = S.kernels(*Code).front().Name;
  R.Block[0] = 32;
  R.Arguments.resize(8);
  memcpy(R.Arguments.data(), &At, 8);
  executor::LaunchResult Result = S.launch(R);
  EXPECT_TRUE(Result.completed()) << Result.Why;
  for (const executor::Hazard &H : Result.Hazards)
    ADD_FAILURE() << H.text();
  S.read(At, Values.data(), 4);
  return Values[0];
}

TEST(PtxCode, EveryKindOfKernel) {
  EXPECT_EQ(lacksOf("__global__ void k(float *x) { *x = 1; }"), "");
  EXPECT_EQ(lacksOf("static __global__ void k(float *x) { *x = 1; }"), "");
  EXPECT_EQ(lacksOf("namespace { __global__ void k(float *x) { *x = 1; } }"),
            "");
  EXPECT_EQ(lacksOf("template <class T> __global__ void k(T *x) { *x = 1; }\n"
                    "template __global__ void k(float *);\n"
                    "void f(int *x) { k<<<1, 1>>>(x); }"),
            "");
  EXPECT_EQ(lacksOf("template <class T> struct A { template <int N> "
                    "__device__ int f(); __device__ int g(); };\n"
                    "template <class T> template <int N> "
                    "__device__ int A<T>::f() { return N; }\n"
                    "template <> template <int N> "
                    "__device__ int A<int>::f() { return -N; }\n"
                    "template <class T> __device__ int A<T>::g() { return 5; }"
                    "\n__global__ void k(int *x) { A<int> a; A<char> b;"
                    " *x = a.f<3>() + b.f<4>() + b.g(); }"),
            "");
  EXPECT_EQ(lacksOf("struct A { template <int N> static __device__ int f() "
                    "{ return N; } int operator()() const { return 0; } };\n"
                    "template <class T> __device__ T twice(T x) "
                    "{ return x + x; }\n"
                    "__global__ void k(int *x) "
                    "{ auto g = [&](auto y) { return twice(y); };"
                    " *x = g(A::f<3>()); }"),
            "");
}

TEST(PtxCode, OnlyWhatIsAskedFor) {
  std::string Ptx = ptxOf("__device__ int used, other;\n"
                          "__global__ void wrong(int *x) { *x = other; }\n"
                          "__device__ int f() { return other; }\n"
                          "__global__ void k(int *x) { *x = used; }");
  EXPECT_TRUE(has(Ptx, "used"));
  EXPECT_FALSE(has(Ptx, "other"));
  EXPECT_FALSE(has(Ptx, "wrong"));
}

TEST(PtxCode, AFriendTemplateThatIsDefinedBehindItsClass) {
  // As libcu++ has them.
  const float Result = resultOf(
      "struct User { template <int N> friend __device__ float taken(User &); "
      "float x; };\n"
      "template <int N> __device__ float taken(User &u) { return u.x + N; }\n"
      "__global__ void k(float *A) { User u{A[threadIdx.x]}; A[threadIdx.x] = "
      "taken<3>(u); }\n");
  EXPECT_EQ(Result, 4.0f);
}

TEST(PtxCode, ParametersAsTheyLie) {
  auto Unit = parseText("struct S { char c[3]; double d; };\n"
                        "__global__ void k(char a, S s, float *p) {}");
  auto Code = compileToPtx(*Unit, functionNamed(*Unit, "k"));
  ASSERT_TRUE(bool(Code));
  ASSERT_EQ(Code->Kernels.size(), 1u);
  EXPECT_EQ(Code->Kernels[0].Name, "_Z1kc1SPf");
  ASSERT_EQ(Code->Kernels[0].Parameters.size(), 3u);
  EXPECT_EQ(Code->Kernels[0].Parameters[1].Offset, 8u);
  EXPECT_EQ(Code->Kernels[0].Parameters[2].Offset, 24u);
  auto Again = PtxCode::decode(Code->encode());
  ASSERT_TRUE(Again);
  EXPECT_EQ(Again->Ptx, Code->Ptx);
  EXPECT_EQ(Again->Kernels[0].Name, "_Z1kc1SPf");
  EXPECT_EQ(Again->Kernels[0].Parameters[1].Size, 16u);
  EXPECT_FALSE(PtxCode::decode("2 4 abc"));
}

TEST(PtxCode, NoFreedomInArithmetic) {
  std::string Ptx = ptxOf("__global__ void k(float *x) "
                          "{ *x = x[1] * x[2] + x[3]; }",
                          {"-use_fast_math"});
  EXPECT_FALSE(has(Ptx, "fma")) << Ptx;
  EXPECT_FALSE(has(Ptx, "ftz")) << Ptx;
}

TEST(PtxCode, LinesOfTheText) {
  EXPECT_TRUE(has(ptxOf("\n\n__global__ void k(int *x) {\n\n  *x = 1;\n}"),
                  ".loc\t1 5"));
}

TEST(PtxCode, WhatHasNoCode) {
  EXPECT_EQ(ptxOf("__global__ void k(int *x) { *x = unknown; }"),
            "failed: k has errors");
  EXPECT_EQ(lacksOf("struct A { __device__ int f() { return unknown; } };\n"
                    "template <class T> __device__ int g(T) { return T::no; }"
                    "\n__global__ void k(int *x) { *x = A().f() + g(1); }"),
            "call of A::f(), which has no body\n"
            "call of int g<int>(int), which has no body\n");
  EXPECT_EQ(lacksOf("void host() { unknown(); }\n"
                    "__global__ void k(int *x) { *x = 1; }"),
            "");
  EXPECT_EQ(lacksOf("__device__ int f(int);\n"
                    "__global__ void k(int *x) { *x = f(1); }"),
            "call of f(int), which has no body\n");
}

TEST(PtxCode, TheAstIsAsBefore) {
  auto Unit = parseText("static __global__ void k(float *x) { *x = 1; }");
  const clang::FunctionDecl *K = functionNamed(*Unit, "k");
  auto First = compileToPtx(*Unit, K), Second = compileToPtx(*Unit, K);
  ASSERT_TRUE(bool(First));
  ASSERT_TRUE(bool(Second));
  EXPECT_FALSE(K->hasAttr<clang::UsedAttr>());
  EXPECT_EQ(First->Ptx, Second->Ptx);
}

TEST(PtxCode, InTheSecondProcess) {
  const char *Old = "#include <cuda_pipeline.h>\n"
                    "__global__ void k(float *x) { __syncthreads(); }";
  auto Later = [](const SourceUnit &Unit) {
    auto Code = compileToPtx(Unit, functionNamed(Unit, "k"));
    return Code ? Code->encode() : failureOf(std::move(Code));
  };
  auto Unit = parsed(parseSource(builtinJob("a.cu"), Options(), Old, Later));
  auto Answer = Unit->describeWith(
      "#include <cuda_pipeline.h>\n"
      "__global__ void k(float *x) { __shared__ float s[4];\n"
      "__pipeline_memcpy_async(s, x, 16); __pipeline_commit();\n"
      "__pipeline_wait_prior(0); x[0] = s[3]; }");
  ASSERT_TRUE(Answer);
  auto Code = PtxCode::decode(*Answer);
  ASSERT_TRUE(Code) << *Answer;
  EXPECT_TRUE(has(Code->Ptx, "cp.async.cg.shared.global")) << Code->Ptx;
}

TEST(PtxCode, BuiltinHeadersCompute) {
  EXPECT_EQ(resultOf("#include <cuda_pipeline.h>\n"
                     "__global__ void k(float *x) { __shared__ float s[32];\n"
                     "__pipeline_memcpy_async(s + threadIdx.x, x + threadIdx.x,"
                     " 4, threadIdx.x == 1 ? 4 : 0); __pipeline_commit();\n"
                     "__pipeline_wait_prior(0); __syncthreads();\n"
                     "if (!threadIdx.x) x[0] = s[31] + s[1]; }"),
            32);
  EXPECT_EQ(resultOf("#include <cuda_fp16.h>\n"
                     "__global__ void k(float *x) { if (threadIdx.x) return;\n"
                     "__half2 h = __floats2half2_rn(x[1], 2049.0f);\n"
                     "x[0] = __half2float(h.x * h.y + __half(1)); }"),
            4096);
  EXPECT_EQ(resultOf("#include <cuda_bf16.h>\n"
                     "__global__ void k(float *x) { if (threadIdx.x) return;\n"
                     "x[0] = __bfloat162float(__float2bfloat16(257.0f)) + "
                     "__low2float(__hmul2(__float2bfloat162_rn(3), "
                     "__float2bfloat162_rn(2))); }"),
            262);
  EXPECT_EQ(resultOf("__global__ void k(float *x) { __shared__ int n;\n"
                     "if (!threadIdx.x) n = 5; __syncthreads();\n"
                     "atomicAdd(&n, 2); __syncthreads();\n"
                     "if (!threadIdx.x) x[0] = n + __dp4a(0x01020304, "
                     "0x01010101, 7) + __isShared(&n); }"),
            69 + 17 + 1);
  EXPECT_EQ(resultOf("#include <mma.h>\nusing namespace nvcuda::wmma;\n"
                     "__global__ void k(float *x) { __shared__ half a[256];\n"
                     "__shared__ float c[256];\n"
                     "for (int i = threadIdx.x; i < 256; i += 32) "
                     "a[i] = i % 17 == 0 ? 3.0f : 0.0f;\n__syncthreads();\n"
                     "fragment<matrix_a, 16, 16, 16, half, row_major> f;\n"
                     "fragment<matrix_b, 16, 16, 16, half, col_major> g;\n"
                     "fragment<accumulator, 16, 16, 16, float> s;\n"
                     "fill_fragment(s, 1.0f); load_matrix_sync(f, a, 16);\n"
                     "load_matrix_sync(g, a, 16); mma_sync(s, f, g, s);\n"
                     "store_matrix_sync(c, s, 16, mem_row_major);\n"
                     "__syncthreads(); if (!threadIdx.x) "
                     "x[0] = c[0] + 100 * c[1] + 1000 * c[17]; }"),
            10 + 100 + 10000);
  EXPECT_EQ(resultOf("#include <cooperative_groups.h>\n"
                     "#include <cooperative_groups/reduce.h>\n"
                     "namespace cg = cooperative_groups;\n"
                     "__global__ void k(float *x) { __shared__ float s[32];\n"
                     "auto b = cg::this_thread_block();\n"
                     "cg::memcpy_async(b, s, x, sizeof s); cg::wait(b);\n"
                     "auto t = cg::tiled_partition<32>(b);\n"
                     "float v = cg::reduce(t, s[b.thread_rank()], "
                     "cg::plus<float>()); b.sync();\n"
                     "if (!t.thread_rank()) x[0] = v; }"),
            528);
  EXPECT_EQ(resultOf("#include <cuda/pipeline>\n"
                     "__global__ void k(float *x) { __shared__ float s[32];\n"
                     "auto p = cuda::make_pipeline(); p.producer_acquire();\n"
                     "cuda::memcpy_async(s + threadIdx.x, x + threadIdx.x, 4, "
                     "p); p.producer_commit(); p.consumer_wait();\n"
                     "__syncthreads(); if (!threadIdx.x) x[0] = s[5]; }"),
            6);
}

TEST(PtxCode, AddressesInTheOrderOfTheText) {
  EXPECT_EQ(lacksOf("__global__ void k(float *x) "
                    "{ x[0] = expf(x[1]) + sinf(x[2]) + powf(x[3], x[4]) + "
                    "rsqrtf(x[5]) + fmaxf(x[6], x[7]) + __expf(x[8]); }"),
            "");
}

TEST(ChildProcess, Endings) {
  auto Of = [](llvm::function_ref<std::string()> Work, double Seconds = 20) {
    auto Text = runInChild(Work, Seconds, "it");
    return Text ? "gave " + *Text : llvm::toString(Text.takeError());
  };
  EXPECT_EQ(Of([] { return std::string(); }), "gave ");
  EXPECT_EQ(Of([] { return std::string(1 << 20, 'x'); }),
            "gave " + std::string(1 << 20, 'x'));
  EXPECT_EQ(Of([]() -> std::string {
              raise(SIGSEGV);
              return "";
            }),
            "it crashed (signal 11)");
  EXPECT_EQ(Of([]() -> std::string { _exit(0); }), "it ended by itself");
  EXPECT_EQ(Of(
                []() -> std::string {
                  for (;;)
                    pause();
                },
                0.1),
            "it took longer than 0.1 s");
}

} // namespace
} // namespace pipeline_rewrite
