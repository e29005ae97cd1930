//===- FindBoxesTest.cpp - Which tiles tensor maps could fill -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TiledKernel.h"

using namespace pipeline_rewrite;

namespace {

/// "16 x 16 of 4 bytes, 4*K apart", or why the tile is no box.
std::string boxOf(llvm::StringRef Load, llvm::StringRef Before = "") {
  TiledKernel Kernel(Load, Before);
  const LoopFacts *Facts = Kernel.facts();
  if (!Facts || !Facts->Boxes.Are.isYes())
    return Facts ? Facts->Boxes.Are.because() : "";
  const TileBox &Box = Facts->Boxes.Of.front();
  std::string Out = std::to_string(Box.Rows) + " x " +
                    std::to_string(Box.Columns) + " of " +
                    std::to_string(Box.ElementBytes) + " bytes, ";
  for (const TileBox::StrideTerm &Term : Box.Stride) {
    Out += std::to_string(Term.Factor);
    for (const clang::ParmVarDecl *P : Term.Of)
      Out += "*" + P->getNameAsString();
  }
  return Out + " apart";
}

// clang-format off
TEST(FindBoxes, Rows) {
  EXPECT_EQ(boxOf("T[y][x] = " + Row + ";"), "16 x 16 of 4 bytes, 4*K apart");
  EXPECT_EQ(boxOf("T[y][x] = A[y * 64 + k + x];"), "16 x 16 of 4 bytes, 256 apart");
  EXPECT_EQ(boxOf("T[y][x] = A[(2 * y) * K + k + x];"), "16 x 16 of 4 bytes, 8*K apart");
}

TEST(FindBoxes, InSeveralCopies) {
  EXPECT_EQ(boxOf("for (int i = 0; i < 2; ++i) if (y < 8) T[y + 8 * i][x] = A[(y + 8 * i) * K + k + x];"), "16 x 16 of 4 bytes, 4*K apart");
  EXPECT_EQ(boxOf("if (x < 4) *reinterpret_cast<float4 *>(&T[y][4 * x]) = *reinterpret_cast<const float4 *>(&A[y * K + k + 4 * x]);"),
            "16 x 16 of 4 bytes, 4*K apart");
}

TEST(FindBoxes, OtherElements) {
  EXPECT_EQ(boxOf("T[x][y] = " + Row + ";"), "the elements of 'T' do not come from rows that are as far apart as each other");
  EXPECT_EQ(boxOf("T[y][x ^ 1] = " + Row + ";"), "another thread than the first of the block copies the first element of 'T'");
  EXPECT_EQ(boxOf("T[y / 2][x] = " + Row + ";"), "an element of 'T' is filled twice");
  EXPECT_EQ(boxOf("if (y < 8) T[y][x] = " + Row + ";"), "not every element of 'T' is filled");
  EXPECT_EQ(boxOf("T[y][x] = A[y * y * K + k + x];"), "the elements of 'T' do not come from rows that are as far apart as each other");
}

TEST(FindBoxes, WhatTheHostCannotCompute) {
  EXPECT_EQ(boxOf("T[y][x] = A[y * w + k + x];", "int w = K; if (K > 64) w = 2 * K;"),
            "how far the rows of 'T' are apart in global memory is not made of what the kernel is given");
  EXPECT_EQ(boxOf("T[y][x] = B[y * K + k + x];", "const float *B = C[0] > 0 ? A : A + 1;"), "which elements of the tiles each thread copies is not followed through this statement");
}
TEST(FindBoxes, RowsThatNoMapHas) {
  EXPECT_EQ(boxOf("T[y][x] = A[k + x];"), "the rows of 'T' are 0 bytes apart, which is no positive multiple of 16, in global memory");
  EXPECT_EQ(boxOf("T[y][x] = A[y * 33 + k + x];"), "the rows of 'T' are 132 bytes apart, which is no positive multiple of 16, in global memory");
  EXPECT_EQ(boxOf("T[y][x] = A[(15 - y) * K + k + x];"), "the rows of 'T' lie in front of each other in global memory");
  EXPECT_EQ(boxOf("T[y][x] = A[y * 4 + k + x];"), "16 x 16 of 4 bytes, 16 apart");
}

TEST(FindBoxes, WhereRowsBegin) {
  EXPECT_EQ(boxOf("T[y][x] = A[(blockIdx.x / (K / 2) * 16 + y) * K + k + x];"), "16 x 16 of 4 bytes, 4*K apart");
  EXPECT_EQ(boxOf("T[y][x] = A[y * (K / 2) + k + x];"), "how far the rows of 'T' are apart in global memory is not made of what the kernel is given");
}

std::string sumText(const std::vector<PlaceTerm> &Sum) {
  std::string Out;
  for (const PlaceTerm &Term : Sum) {
    Out += (Out.empty() ? "" : " + ") + std::to_string(Term.Factor);
    for (const PlaceValue &V : Term.Of)
      Out += "*" + (V.Of ? V.Of->getNameAsString() : std::string(V.Member < 'x' ? "grid" : "block"));
  }
  return Out;
}

/// "16*block*K + 1*k to 16*grid*K + 1*K"; empty where the host knows no end.
std::string placeOf(llvm::StringRef Load, llvm::StringRef Before = "") {
  TiledKernel Kernel(Load, Before);
  const LoopFacts *Facts = Kernel.facts();
  if (!Facts || !Facts->Boxes.Are.isYes())
    return Facts ? Facts->Boxes.Are.because() : "";
  const auto &Place = Facts->Boxes.Of.front().Place;
  return Place ? sumText(Place->Begin) + " to " + sumText(Place->Most) : "";
}

TEST(FindBoxes, WhereBoxesBegin) {
  EXPECT_EQ(placeOf("T[y][x] = " + Row + ";"), "16*block*K + 1*k to 16*grid*K + 1*K");
  EXPECT_EQ(placeOf("T[y][x] = A[(row + y) * K + k + x];", "const int row = blockIdx.x << 4;"), "16*block*K + 1*k to 16*grid*K + 1*K");
  EXPECT_EQ(placeOf("T[y][x] = A[(y + 1) * K + k + x + 16];"), "1*k + 1*K + 16 to 2*K + 16");
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + 16 * blockDim.x + k + x];"), "1*k + 256 to 1*K + 256");
}

TEST(FindBoxes, WhereTheHostKnowsNoEnd) {
  // What is subtracted may have wrapped on the way.
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + k + x - 16];"), "");
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + (k - 16) + x + 16];"), "");
  EXPECT_EQ(placeOf("T[y][x] = A[(y + 1) * K + k + x - K];"), "");
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + k * first + x];", "int first = 1; if (K > 1) first = 2;"), "");
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + K / 16 + k + x];"), "");
  // An index of bytes wraps before the place does.
  EXPECT_EQ(placeOf("T[y][x] = *reinterpret_cast<const float *>(reinterpret_cast<const char *>(A) + 4 * (y * K + k + x));"), "");
  EXPECT_EQ(placeOf("T[y][x] = A[y * K + x];", "A += blockIdx.x * K;"), "");
}

// clang-format on

} // namespace
