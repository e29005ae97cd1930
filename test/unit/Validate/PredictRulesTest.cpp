//===- PredictRulesTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"
#include "gtest/gtest.h"

using namespace pipeline_rewrite;

namespace {

/// A product of matrices whose elements are copied one by one.
CandidateFacts byMaps() {
  CandidateFacts F;
  F.Arch = 90;
  F.Copies = CopyForm::Tma;
  F.Warps = 8;
  F.Tiles = F.AsyncTiles = 2;
  F.CopyBytes = 4;
  F.Before = {48, 0, 0, 16384, 500, 5, 13, 5};
  F.After = {56, 0, 0, 32784, 900, 4, 6, 4};
  F.TileBefore.Tiles = 1;
  F.TileBefore.Instructions = 405;
  F.TileBefore.Math = 256;
  F.TileBefore.Loads = 16;
  return F;
}

TEST(PredictTime, TensorMapsOfTheMeasuredKindAreGain) {
  EXPECT_TRUE(predictTime(byMaps()).isGain());
  auto IsGainWith = [](auto Change) {
    CandidateFacts F = byMaps();
    Change(F);
    return predictTime(F).isGain();
  };
  EXPECT_TRUE(IsGainWith([](auto &F) { F.TileBefore.Math = 32 * 16; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.TileBefore.Math = 33 * 16; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.TileBefore.Tiles = 0; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.TileBefore.Tiles = 4; }));
  EXPECT_FALSE(
      IsGainWith([](auto &F) { F.TileBefore.BarrierBehindLoads = true; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.UsesTensorCores = true; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.LoopsInKernel = 2; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.After.SpillBytes = 8; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.After.Blocks = 3; }));
  EXPECT_FALSE(IsGainWith([](auto &F) { F.After.Blocks = 0; }));
}

/// Through registers nothing is gained, and its loop is seen.
CandidateFacts deepCopy() {
  CandidateFacts F;
  F.Arch = 90;
  F.Copies = CopyForm::CpAsync;
  F.Stages = 3;
  F.Warps = 8;
  F.TileBefore.Tiles = F.TileAfter.Tiles = 1;
  F.TileBefore.Instructions = F.TileAfter.Instructions = 200;
  F.TileBefore.Loads = F.TileAfter.Copies = 4;
  return F;
}

KernelProfile waiting(double Waits, double Busiest) {
  return {"kernel", Waits, Busiest, 1000};
}

TEST(PredictProfiled, DeepCopiesGainWhereWarpsWaitAndUnitsAreIdle) {
  EXPECT_TRUE(predictProfiled(deepCopy(), waiting(0.6, 0.3)).isGain());
  EXPECT_FALSE(predictProfiled(deepCopy(), waiting(0.3, 0.3)).isGain());
  EXPECT_FALSE(predictProfiled(deepCopy(), waiting(0.6, 0.7)).isGain());
  EXPECT_LT(predictProfiled(deepCopy(), waiting(0.8, 0.1)).Ratio,
            predictProfiled(deepCopy(), waiting(0.5, 0.1)).Ratio);
  EXPECT_FALSE(whyNoWait(waiting(0.06, 0.3)));
  EXPECT_TRUE(whyNoWait(waiting(0.04, 0.3)));
}

TEST(PredictProfiled, OtherFormsAndLoopsAreNone) {
  auto IsGain = [](void (*Change)(CandidateFacts &)) {
    CandidateFacts F = deepCopy();
    Change(F);
    return predictProfiled(F, waiting(0.7, 0.2)).isGain();
  };
  EXPECT_TRUE(IsGain([](CandidateFacts &F) { F.TileBefore.OtherLoads = 4; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.TileBefore.OtherLoads = 5; }));
  EXPECT_TRUE(
      IsGain([](CandidateFacts &F) { F.TileAfter.Instructions = 260; }));
  EXPECT_FALSE(
      IsGain([](CandidateFacts &F) { F.TileAfter.Instructions = 261; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.Stages = 2; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.Copies = CopyForm::Ldg; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.TileAfter.Tiles = 0; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.After.SpillBytes = 8; }));
  EXPECT_FALSE(IsGain([](CandidateFacts &F) { F.LoopsInKernel = 2; }));
}

} // namespace
