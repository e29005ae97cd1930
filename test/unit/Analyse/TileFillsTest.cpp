//===- TileFillsTest.cpp - What one thread copies, from where -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/TileFills.h"
#include "Analyse/Numbers/BlockShapes.h"
#include "TiledKernel.h"
#include "llvm/ADT/StringExtras.h"

using namespace pipeline_rewrite;

namespace {

std::string textOf(const UniformValue &V) {
  if (V.Of)
    return (V.Member == '&' ? "&" : "") + V.Of->getNameAsString();
  if (V.Result)
    return "result";
  return std::string(V.Member < 'a' ? "gridDim." : "blockIdx.") +
         static_cast<char>(std::tolower(V.Member));
}

/// Summands in the order of their texts.
std::string textOf(const UniformSum &Sum) {
  std::vector<std::string> Terms;
  for (const auto &[Of, Factor] : Sum.terms()) {
    std::vector<std::string> Factors = {std::to_string(Factor)};
    for (const UniformValue &V : Of)
      Factors.push_back(textOf(V));
    std::sort(Factors.begin(), Factors.end());
    Terms.push_back(llvm::join(Factors, "*"));
  }
  std::sort(Terms.begin(), Terms.end());
  return llvm::join(Terms, " + ");
}

/// "68: 12 + 4*K ..." for each copy of the thread x = 3, y = 1, or that it, or
/// all that the thread does, is not followed.
std::string fillsOf(llvm::StringRef Load, llvm::StringRef Before = "") {
  TiledKernel Kernel(Load, Before);
  const LoopFacts *Facts = Kernel.facts();
  if (!Facts)
    return "";
  LoopAnalysis A(Kernel.loop(), Kernel.unit(), Kernel.asked());
  auto Own = A.Facts.Collector; // which A refers to
  A.Facts = *Facts;
  A.Facts.Collector = Own;
  ThreadCode Code =
      threadCode(A.K.Function, A.Collector.provenance(), /*Budget=*/10000);
  std::vector<std::string> Out;
  auto Take = [&](TileFill Fill) {
    Out.push_back(Fill.IsFollowed
                      ? std::to_string(Fill.At) + ": " + textOf(Fill.From)
                      : "not followed");
  };
  const Answer Can = TileFills(A, Code, {{3, 1, 0}, {16, 16, 1}}, Take).run();
  return Can.isNo() ? "not followed" : llvm::join(Out, "; ");
}

// clang-format off
TEST(TileFills, OneCopy) {
  EXPECT_EQ(fillsOf("T[y][x] = A[y * K + k + x];"), "76: 1*A + 12 + 4*K + 4*k");
  EXPECT_EQ(fillsOf("T[x][y] = A[x * K + k];"), "196: 1*A + 12*K + 4*k");
  EXPECT_EQ(fillsOf("T[y][x] = A[(blockIdx.x * 16 + y) * K + k + x];"), "76: 1*A + 12 + 4*K + 4*k + 64*K*blockIdx.x");
}

TEST(TileFills, Loops) {
  EXPECT_EQ(fillsOf("for (int r = y; r < 3; r += 1) T[r][x] = A[r * K + k];"), "76: 1*A + 4*K + 4*k; 140: 1*A + 4*k + 8*K");
  EXPECT_EQ(fillsOf("for (int r = y; r < K; r += 1) T[r][x] = A[r * K + k];"), "not followed");
}

TEST(TileFills, Branches) {
  EXPECT_EQ(fillsOf("if (x < 3) T[y][x] = A[k]; else T[y][x] = A[k + 1];"), "76: 1*A + 4 + 4*k");
  EXPECT_EQ(fillsOf("if (k + x < K) T[y][x] = A[k];"), "not followed");
}

TEST(TileFills, Variables) {
  EXPECT_EQ(fillsOf("int r = y * 2; r += 1; T[r][x] = A[r * K];"), "204: 1*A + 12*K");
  EXPECT_EQ(fillsOf("const float *a = A + k; T[y][x] = a[x];"), "76: 1*A + 12 + 4*k");
  EXPECT_EQ(fillsOf("T[y][x] = A[w + k];", "int w = K; if (K > 64) w = 2 * K;"), "76: 1*A + 4*k + 4*w");
  EXPECT_EQ(fillsOf("T[y][x] = A[w + k];", "int w = K; if (x > 2) w = 2 * K;"), "not followed");
}

/// Fewer bits than the sum has would wrap at another number in each thread.
TEST(TileFills, NarrowVariables) {
  EXPECT_EQ(fillsOf("short r = y; T[y][x] = A[r];"), "76: 1*A + 4");
  EXPECT_EQ(fillsOf("short r = y + K; T[y][x] = A[r];"), "not followed");
  EXPECT_EQ(fillsOf("short r = K; r += y; T[y][x] = A[r];"), "not followed");
}
/// What is no sum stands for itself where all threads have it in all rounds.
TEST(TileFills, Results) {
  EXPECT_EQ(fillsOf("T[y][x] = A[k / 3 * 16 + x];"), "76: 1*A + 12 + 64*result");
  EXPECT_EQ(fillsOf("T[y][x] = A[q * K + x];", "const int n = K / 2, q = blockIdx.x / n;"), "76: 1*A + 12 + 4*K*result");
  EXPECT_EQ(fillsOf("short r = K; T[y][x] = A[r + x];"), "76: 1*A + 12 + 4*result");
  EXPECT_EQ(fillsOf("T[y][x] = A[(x + K) / 3];"), "not followed");
  EXPECT_EQ(fillsOf("T[y][x] = A[int(C[0]) / 3];"), "not followed");
  EXPECT_EQ(fillsOf("int r = K; for (int i = 0; i < 2; ++i) { T[y + i][x] = A[r / 3]; r += K; }"), "not followed; not followed");
}
// clang-format on

} // namespace
