//===- ThreadRunTest.cpp - What one thread's code touches -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Threads/ThreadRun.h"
#include "Snippet.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;
using namespace pipeline_rewrite;

namespace {

/// What a thread does with shared memory, as "w0+4 r8+4": writes and reads with
/// their first byte and length; "?" behind what may not happen, "far" for what
/// may be anywhere in an array, "any" for what may be anywhere; "|" for a
/// barrier. "not understood" ends it.
std::string touchesOf(llvm::StringRef Body, unsigned Thread = 1) {
  Snippet Source = Snippet::ofBody(Body);
  ThreadCode Code(
      Source.kernel(),
      [](const Expr *Pointer) -> const VarDecl * {
        const auto *Ref = dyn_cast<DeclRefExpr>(Pointer->IgnoreParenImpCasts());
        return Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
      },
      [](const FunctionDecl *) { return false; }, 100000);
  ThreadPlace Where;
  Where.Index = {Thread, 0, 0};
  Where.Block = {64, 1, 1};
  std::string Out;
  unsigned Phase = 0;
  auto Add = [&](llvm::StringRef Word) {
    Out += (Out.empty() ? "" : " ") + Word.str();
  };
  auto Record = [&](const Touch &T) {
    if (T.Root && !T.Root->hasAttr<CUDASharedAttr>())
      return;
    for (; Phase < T.Phase; ++Phase)
      Add("|");
    std::string Word = T.IsWrite ? "w" : "r";
    Word += !T.Root   ? "any"
            : T.IsFar ? "far"
                      : std::to_string(T.Begin) + "+" + std::to_string(T.Bytes);
    Add(Word + (T.IsCertain || T.IsFar ? "" : "?"));
  };
  ThreadRun Run(Code, Where, Record);
  if (!Run.run(Source.kernel()->getBody()))
    Add("not understood");
  return Out;
}

// clang-format off
TEST(ThreadRun, Indices) {
  EXPECT_EQ(touchesOf("s[threadIdx.x] = 0;"), "w4+4");
  EXPECT_EQ(touchesOf("s[threadIdx.x * 4 % 64 + 63 / 32] = s[blockDim.x - 1];"), "r252+4 w20+4");
  EXPECT_EQ(touchesOf("const unsigned warp = threadIdx.x / 32, lane = threadIdx.x & 31; s[warp * 32 + (lane ^ 3)] = 0;", 33), "w136+4");
  EXPECT_EQ(touchesOf("s[n] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("s[blockIdx.x] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("unsigned char c = 255; ++c; s[c] = 0;"), "w0+4");
  EXPECT_EQ(touchesOf("int i = 2147483647; ++i; s[i] = 0;"), "wfar"); // overflow
}

TEST(ThreadRun, Pointers) {
  EXPECT_EQ(touchesOf("float *p = s + 2; p += 3; *p++ = 0; *p = 1;"), "w20+4 w24+4");
  EXPECT_EQ(touchesOf("*(float4 *)&s[threadIdx.x * 4] = *(const float4 *)g;"), "w16+16");
  EXPECT_EQ(touchesOf("auto &r = s[threadIdx.x]; r = 1; r += 1;"), "w4+4 r4+4 w4+4");
  EXPECT_EQ(touchesOf("float *p = n ? s : t; *p = 0;"), "wany");
  EXPECT_EQ(touchesOf("float *p = s; float **q = &p; *q = t; *p = 0;"), "wany");
}

TEST(ThreadRun, Loops) {
  EXPECT_EQ(touchesOf("unsigned row = 0; for (int i = 0; i < 2; ++i) { s[row * 8] = 0; row += 2; }"), "w0+4 w64+4");
  EXPECT_EQ(touchesOf("for (int i = threadIdx.x; i < 9; i += 4) { if (i == 5) continue; s[i] = 0; }"), "w4+4");
  EXPECT_EQ(touchesOf("int i = 0; while (true) { if (i == 2) break; s[i++] = 0; }"), "w0+4 w4+4");
  EXPECT_EQ(touchesOf("int k = 0; for (int i = 0; i < n; ++i) { s[0] = 0; s[k] = 1; k = 2; } s[k] = 2;"), "w0+4? wfar w0+4? wfar wfar");
  EXPECT_EQ(touchesOf("for (int i = 0; i < 4; ++i) { if (n) break; s[i] = 0; }"), "not understood");
}

TEST(ThreadRun, Conditions) {
  EXPECT_EQ(touchesOf("if (threadIdx.x < 2) s[0] = 0; else s[1] = 0;"), "w0+4");
  EXPECT_EQ(touchesOf("int i = 0; if (n) i = 1; s[i] = 0; s[2] = 0;"), "wfar w8+4");
  EXPECT_EQ(touchesOf("if (n) s[0] = 0; else s[1] = 0;"), "w0+4? w4+4?");
  EXPECT_EQ(touchesOf("if (n) return; s[0] = 0;"), "w0+4?");
  EXPECT_EQ(touchesOf("int i = 0; n && (i = 1); s[i] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("if (n) __syncthreads();"), "not understood");
  EXPECT_EQ(touchesOf("s[0] = 0; __syncthreads(); h[0] = s[1];"), "w0+4 | r4+4");
}

// What changes a variable by another name, or where it is not seen.
TEST(ThreadRun, OtherNames) {
  EXPECT_EQ(touchesOf("int i = 0; int &r = i; r = 1; s[i] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("int i = 0; int *p = &i; *p = 1; s[i] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("int i = 0; auto f = [&] { i = 1; }; f(); s[i] = 0;"), "not understood");
  EXPECT_EQ(touchesOf("int i = 0; asm(\"mov.u32 %0, 7;\" : \"=r\"(i)); s[i] = 0;"), "wfar");
  EXPECT_EQ(touchesOf("int a = m, i = 1; const int b = i; i = 5; s[b] = 0;"), "w4+4");
  EXPECT_EQ(touchesOf("s[some(1)] = 0;"), "not understood");
}

// Each side effect happens once.
TEST(ThreadRun, SideEffects) {
  EXPECT_EQ(touchesOf("int i = 0; s[i++] = 0; s[i++] += 1; s[i] = 2;"), "w0+4 r4+4 w4+4 w8+4");
  EXPECT_EQ(touchesOf("int i = 0; (s[i++] = 0) = 1; s[i] = 2;"), "w0+4 w0+4 w4+4");
  EXPECT_EQ(touchesOf("int i = 0; ++(i += 2); s[i] = 0;"), "w12+4");
  EXPECT_EQ(touchesOf("int i = 0, j = 0; (n ? i : j) = 1; s[i] = 0;"), "not understood");
}

TEST(ThreadRun, Calls) {
  EXPECT_EQ(touchesOf("s[min(threadIdx.x, 7u)] = 0;", 9), "w28+4");
  EXPECT_EQ(touchesOf("atomicAdd(&s[3], 1.0f);"), "rfar wfar");
  EXPECT_EQ(touchesOf("struct Last { __device__ ~Last() {} }; Last last; s[0] = 0;"), "not understood");
}
// clang-format on

} // namespace
