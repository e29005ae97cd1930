//===- UniformityTest.cpp - What is the same in all threads of a block ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/Uniformity.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

bool isUniform(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  return Uniformity(Source.kernel()).isUniform(Source.expr());
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

TEST(Uniformity, Loops) {
  EXPECT_TRUE(runAlike("$for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("$for (int i = threadIdx.x; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("if (threadIdx.x < 32) { $for (int i = 0; i < n; ++i) h[i] = 0;$ }"));
  EXPECT_FALSE(runAlike("if (threadIdx.x == n) return; $for (int i = 0; i < n; ++i) h[i] = 0;$"));
  EXPECT_FALSE(runAlike("$for (int i = 0; i < n; ++i) { if (h[i] > threadIdx.x) break; }$"));
}
// clang-format on

} // namespace
