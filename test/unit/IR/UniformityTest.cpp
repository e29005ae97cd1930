//===- UniformityTest.cpp - What is the same in all threads of a block ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Uniformity.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

bool isUniform(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  return Uniformity(Source.kernel()).isUniform(Source.expr());
}

bool isOfThread(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  return Uniformity(Source.kernel()).isOfThread(Source.expr());
}

/// The marked loop is run by all threads alike.
bool runAlike(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  Uniformity U(Source.kernel());
  return !U.findDivergence(Source.node()) && !U.findExit(Source.node());
}

// clang-format off
TEST(Uniformity, Values) {
  EXPECT_TRUE(isUniform("int x = $n + 1$;"));
  EXPECT_TRUE(isUniform("int x = $blockIdx.x * blockDim.x$;"));
  EXPECT_FALSE(isUniform("int x = $threadIdx.x$;"));
  EXPECT_FALSE(isUniform("int x = $n + threadIdx.x % 2$;"));
  EXPECT_FALSE(isUniform("int x = $some(n)$;"));
}

TEST(Uniformity, Variables) {
  EXPECT_TRUE(isUniform("int a = n, b = a * 2; h[0] = $b$;"));
  EXPECT_FALSE(isUniform("int a = threadIdx.x, b = a * 2; h[0] = $b$;"));
  EXPECT_FALSE(isUniform("int a = n; if (threadIdx.x == 0) a = m; h[0] = $a$;"));
  EXPECT_TRUE(isUniform("int a = n; if (m == 0) a = m; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = 0; for (int i = 0; i < threadIdx.x; ++i) ++a; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = n; int *p = &a; *p = threadIdx.x; h[0] = $a$;"));
  // One of them is read, and none is known elsewhere.
  EXPECT_TRUE(isUniform("int x = $n < m ? n : m$, y = n;"));
  EXPECT_TRUE(isUniform("int a = n, x = (n < m ? (m > 3 ? a : n) : m); h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int own = threadIdx.x, x = $n < m ? own : m$;"));
  EXPECT_FALSE(isUniform("int x = $threadIdx.x < m ? n : m$;"));
  EXPECT_FALSE(isUniform("int a = n, b = m; (n < m ? a : b) = threadIdx.x; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = n, b = m; int &r = n < m ? a : b; r = threadIdx.x; h[0] = $b$;"));
  EXPECT_FALSE(isUniform("int a = n, x = ((a = threadIdx.x) ? n : m); h[0] = $a$;"));
}

TEST(Uniformity, Functions) {
  EXPECT_TRUE(isUniform("auto f = [&](int x) { int y = x * 2; if (y > m) return 1; return y; }; h[0] = $f(n)$;"));
  EXPECT_FALSE(isUniform("auto f = [&](int x) { if (x > threadIdx.x) return 1; return n; }; h[0] = $f(n)$;"));
  EXPECT_FALSE(isUniform("int a = n; auto f = [&] { a = threadIdx.x; }; f(); h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = n; auto f = [&] { a = m; }; h[0] = $a$;")); // by some threads, maybe
  EXPECT_FALSE(isUniform("int a = n; auto f = [&](int &r) { r = threadIdx.x; }; f(a); h[0] = $a$;"));
  EXPECT_TRUE(isUniform("struct V { int n, m; } v{n, m}; h[0] = $v.m$;"));
  EXPECT_FALSE(isUniform("struct V { int n; __device__ void set(int x) { n = x; } } v{n}; v.set(threadIdx.x); h[0] = $v.n$;"));
  EXPECT_FALSE(isUniform("struct V { int &n; __device__ V(int &n) : n(n) {} } v(n); v.n = threadIdx.x; h[0] = $n$;"));
  EXPECT_FALSE(isUniform("auto f = [](auto g) { g(); }; int a = n; f([&] { a = threadIdx.x; }); h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = n; auto f = [=]() mutable { a = threadIdx.x; return a; }; h[0] = $f()$;"));
}

TEST(Uniformity, Bound) {
  EXPECT_FALSE(isUniform("struct R { int &x; }; int a = n; R r{a}; r.x += threadIdx.x; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("auto make = [](int c) { return [=] { return c; }; }; auto f = make(threadIdx.x); auto f2 = make(4); h[0] = $f()$;"));
  EXPECT_TRUE(isUniform("int a = n; auto f = [=] { return a; }; h[0] = $f()$;"));
  EXPECT_FALSE(isUniform("struct P { static __device__ int f(int x) { return x; } } p; int a = n; (a += threadIdx.x, p).f(4); h[0] = $a$;"));
  EXPECT_FALSE(isUniform("struct P { int x, y; } p{n, m}; auto &[b, c] = p; auto f = [&] { b = threadIdx.x; }; h[0] = $p.x$;"));
}

TEST(Uniformity, Objects) {
  EXPECT_TRUE(isUniform("int a[4]; a[0] = n; a[1] = m; h[0] = $a[n]$;"));
  EXPECT_FALSE(isUniform("int a[4]; a[threadIdx.x % 4] = n; h[0] = $a[0]$;"));
  EXPECT_FALSE(isUniform("int a[4] = {}; h[0] = $a[threadIdx.x % 4]$;"));
  EXPECT_FALSE(isUniform("int a[4] = {}; int *p = a; *p = threadIdx.x; h[0] = $a[0]$;"));
  EXPECT_FALSE(isOfThread("s[threadIdx.x] = threadIdx.x; h[0] = $s[n]$;"));
  EXPECT_FALSE(isUniform("h[0] = $s[n]$;"));
  EXPECT_FALSE(isUniform("h[0] = $g[n]$;"));
  EXPECT_FALSE(isUniform("volatile int a = n; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("static int a = 4; h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a; asm(\"mov.u32 %0, %%tid.x;\" : \"=r\"(a)); h[0] = $a$;"));
  EXPECT_TRUE(isUniform("int a = __syncthreads_or(threadIdx.x > n); h[0] = $a$;"));
  EXPECT_FALSE(isUniform("int a = n; if (threadIdx.x > m) goto end; a = m; end: h[0] = $a$;"));
}

TEST(Uniformity, Threads) {
  EXPECT_TRUE(isOfThread("int a; a = threadIdx.x + n; h[0] = $a$;"));
  EXPECT_TRUE(isOfThread("h[0] = $g[threadIdx.x]$;"));
  EXPECT_FALSE(isOfThread("h[0] = $g[n]$;"));
  EXPECT_FALSE(isOfThread("int a = __syncthreads_or(threadIdx.x > n); h[0] = $a$;"));
}

TEST(Uniformity, Loops) {
  EXPECT_TRUE(runAlike("$for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("$for (int i = threadIdx.x; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("if (threadIdx.x < 32) { $for (int i = 0; i < n; ++i) h[i] = 0;$ }"));
  EXPECT_FALSE(runAlike("if (threadIdx.x == n) return; $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("$for (int i = 0; i < n; ++i) { if (h[i] > threadIdx.x) break; }$"));
  EXPECT_TRUE(runAlike("$for (int i = 0; i < n; ++i) { if (h[i] > threadIdx.x) continue; h[i] = 0; }$"));
  EXPECT_FALSE(runAlike("int i = 0; $while (i < n) { if (h[i] > threadIdx.x) continue; ++i; }$"));
  EXPECT_FALSE(runAlike("$for (int i = 0; i < n; ++i) { for (int k = 0; k < m; ++k) if (h[k] > threadIdx.x) return; }$"));
  EXPECT_TRUE(runAlike("$for (int i = 0; i < n; ++i) { for (int k = 0; k < m; ++k) if (h[k] > threadIdx.x) break; }$"));
  EXPECT_TRUE(runAlike("$for (int i = 0; i < n; ++i) h[i] = 0;$ if (threadIdx.x > 3) return;"));
  EXPECT_FALSE(runAlike("for (;;) { $for (int i = 0; i < n; ++i) h[i] = 0;$ if (threadIdx.x > 3) return; }"));
  EXPECT_FALSE(runAlike("asm volatile(\"exit;\"); $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("if (threadIdx.x > 3) goto end; $for (int i = 0; i < n; ++i) h[i] = 0;$ end:;"));
  EXPECT_FALSE(runAlike("switch (threadIdx.x) { case 0: $for (int i = 0; i < n; ++i) h[i] = 0;$ }"));
  EXPECT_FALSE(runAlike("int u = 0; while (int go = (++u < (threadIdx.x & 3))) {} $for (int i = 0; i < u; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("struct E { __device__ E(int k) { if (threadIdx.x > k) asm volatile(\"exit;\"); } } e(n); $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("struct E { int k; __device__ ~E() { if (threadIdx.x > k) asm volatile(\"exit;\"); } }; { E e{n}; } $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("if (threadIdx.x > n) asm volatile(\"ret;\"); $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_TRUE(runAlike("struct E { int k; __device__ E(int k) : k(k) {} }; $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_TRUE(runAlike("int k = 0; $for (int i = 0; i < n; ++i, ++k) h[k] = 0;$"));
  EXPECT_TRUE(runAlike("switch (n) { case 0: $for (int i = 0; i < n; ++i) h[i] = 0;$ }"));
}
// clang-format on

} // namespace
