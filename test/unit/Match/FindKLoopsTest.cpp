//===- FindKLoopsTest.cpp - Which loops own a barrier ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/FindKLoops.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// What is printed of the loops of a body, without the place and the name.
std::string loopsOf(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  std::string Out;
  for (const KLoopSite &Site : findKLoops(*Source.Unit)) {
    std::string Line;
    llvm::raw_string_ostream OS(Line);
    print(OS, Site, *Source.Unit);
    Out += llvm::StringRef(Line).split("instances=1 ").second.trim();
    Out += "; ";
  }
  return llvm::StringRef(Out).drop_back(Out.empty() ? 0 : 2).str();
}

// clang-format off
TEST(FindKLoops, ABarrierMakesTheLoop) {
  EXPECT_EQ(loopsOf("for (int i = 0; i < n; ++i) h[i] = g[i];"), "");
  EXPECT_EQ(loopsOf("for (int i = 0; i < n; ++i) { s[m] = g[i]; __syncthreads(); h[i] = s[n]; __syncthreads(); }"),
            "units=4 barriers=[1, 3]");
  EXPECT_EQ(loopsOf("while (n--) { __syncthreads(); }"), "units=1 barriers=[0]");
  EXPECT_EQ(loopsOf("do { __syncthreads(); } while (n--);"), "units=1 barriers=[0]");
}

TEST(FindKLoops, TheInnerLoopOwnsIt) {
  EXPECT_EQ(loopsOf("while (n) { for (;;) { __syncthreads(); } }"), "units=1 barriers=[0]");
  EXPECT_EQ(loopsOf("while (n) { for (;;) { __syncthreads(); } __syncthreads(); }"),
            "units=2 barriers=[1]; units=1 barriers=[0]");
}

TEST(FindKLoops, BarriersThatNotAllPass) {
  EXPECT_EQ(loopsOf("while (n) { if (m) __syncthreads(); h[0] = 1; }"),
            "units=2 barriers=[] conditional-barrier=4");
}

TEST(FindKLoops, WaysOutOfTheLoop) {
  EXPECT_EQ(loopsOf("while (n) { if (m) break; __syncthreads(); }"), "units=2 barriers=[1] exit=4");
  EXPECT_EQ(loopsOf("while (n) { if (m) return; __syncthreads(); }"), "units=2 barriers=[1] jump=4");
  EXPECT_EQ(loopsOf("while (n) { if (__syncthreads_or(m)) break; }"), "units=1 barriers=[0] exit=4 votes=1");
}
// clang-format on

} // namespace
