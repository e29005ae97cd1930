//===- AnalyseLoopTest.cpp - Verdicts on whole loops ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/AnalyseLoop.h"
#include "Match/FindKLoops.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// "facts", "none", "done", or the id of the refusal.
std::string verdictOn(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  auto Sites = findKLoops(*Source.Unit);
  EXPECT_EQ(Sites.size(), 1u);
  Judgement J = analyseLoop(Sites.front().Instances.front(), *Source.Unit,
                            AnalysisInput(Options()));
  if (const auto *No = std::get_if<Refusal>(&J))
    return refusalName(No->Id).str();
  return std::holds_alternative<LoopFacts>(J)   ? "facts"
         : std::holds_alternative<NotAKLoop>(J) ? "none"
                                                : "done";
}

/// `for (i) { load; barrier; compute; barrier }`.
std::string verdictOn(llvm::StringRef Load, llvm::StringRef Compute) {
  return verdictOn(("float sum = 0; for (int i = 0; i < n; ++i) { " + Load +
                    " __syncthreads(); " + Compute +
                    " __syncthreads(); } h[threadIdx.x] = sum;")
                       .str());
}

// clang-format off
TEST(AnalyseLoop, APlainTile) {
  EXPECT_EQ(verdictOn("s[threadIdx.x] = g[i * 64 + threadIdx.x];", "sum += s[n];"), "facts");
  EXPECT_EQ(verdictOn("s[threadIdx.x] = i;", "sum += s[n];"), "none");
}

TEST(AnalyseLoop, WhatTheComputationWrites) {
  EXPECT_EQ(verdictOn("s[threadIdx.x] = g[i * 64 + threadIdx.x];", "h[i] = s[n];"), "facts");
  EXPECT_EQ(verdictOn("s[threadIdx.x] = g[i * 64 + threadIdx.x];", "h[int(g[i])] = s[n];"), "may-alias");
  EXPECT_EQ(verdictOn("s[threadIdx.x] = h[i * 64 + threadIdx.x];", "h[i] = s[n];"), "facts"); // a test at run time
  // Plan gives such a tile one buffer.
  EXPECT_EQ(verdictOn("s[threadIdx.x] = g[i * 64 + threadIdx.x];", "sum += s[n]; s[m] = 0;"), "facts");
}

TEST(AnalyseLoop, WaysOut) {
  EXPECT_EQ(verdictOn("s[threadIdx.x] = g[i * 64 + threadIdx.x];", "sum += s[n]; if (sum > 9) return;"), "early-exit");
}
// clang-format on

} // namespace
