//===- PredictTimeTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"
#include "gtest/gtest.h"
#include <set>
#include <string>

using namespace pipeline_rewrite;

namespace {

CandidateFacts facts(CopyForm Copies) {
  CandidateFacts F;
  F.Arch = 90;
  F.Copies = Copies;
  F.Before.Registers = F.After.Registers = 64;
  F.Before.Blocks = F.After.Blocks = 4;
  F.Warps = 8;
  return F;
}

/// A register-tiled product of matrices, as compiled.
CandidateFacts tiled(CopyForm Copies) {
  CandidateFacts F = facts(Copies);
  F.Before = {130, 0, 0, 16384, 2376, 1, 13, 1};
  F.After = {168, 0, 0, 16384, 2632, 1, 13, 1};
  F.Operations = 2048;
  F.BytesLoaded = 64;
  return F;
}

/// The same as a disassembler shows it: 0.83 of the time was measured.
CandidateFacts seen() {
  CandidateFacts F = tiled(CopyForm::LdgSingle);
  F.Stages = 1;
  F.TileBytes = 16384;
  F.TileBefore = {1371, 1024, 64, 16};
  F.TileAfter = {1360, 1024, 64, 16};
  F.TileAfter.MathBehindLoads = 1024;
  F.TileBefore.Tiles = F.TileAfter.Tiles = 1;
  return F;
}

/// One that keeps its tiles in dynamic memory and spills for want of buffers.
CandidateFacts spilling(unsigned Stages, unsigned Spills) {
  CandidateFacts F = facts(CopyForm::CpAsync);
  F.Shape = LoopShape::Peel;
  F.Stages = Stages;
  F.CopyBytes = 16;
  F.UsesTensorCores = true;
  F.Before = {255, 8732, 1280, 73728, 8904, 1, 3, 1};
  F.After = {148, Spills, Spills / 4, 221152, 4240, 1, 1, 1};
  return F;
}

/// A tensor-core kernel of two blocks of eight warps.
CandidateFacts tensor(unsigned Stages, unsigned Registers, unsigned Blocks) {
  CandidateFacts F = facts(CopyForm::CpAsync);
  F.UsesTensorCores = true;
  F.Shape = LoopShape::Peel;
  F.Stages = Stages;
  F.CopyBytes = 16;
  F.Before = {128, 0, 0, 61440, 900, 2, 2, 2};
  F.After = {Registers, 0, 0, 92144, 1100, Blocks, 2, Blocks};
  F.Operations = 8192;
  F.BytesLoaded = 128;
  return F;
}

template <typename Function>
Prediction changed(CandidateFacts F, Function Change) {
  Change(F);
  return predictTime(F);
}

TEST(PredictTime, WhatMeasuredFasterIsGain) {
  EXPECT_TRUE(predictTime(seen()).isGain());
  EXPECT_TRUE(predictTime(spilling(3, 0)).isGain());
  EXPECT_LT(predictTime(spilling(3, 0)).Ratio,
            predictTime(spilling(2, 9832)).atMost());
}

TEST(PredictTime, WhatIsNoCandidateHasAReasonAndNoNumber) {
  CandidateFacts Spills = tiled(CopyForm::LdgSingle);
  Spills.After.SpillBytes = 8;
  const Prediction Is = predictTime(Spills);
  EXPECT_EQ(Is.WhyNot, "it needs local memory that the original does not");
  EXPECT_FALSE(Is.isGain());
  EXPECT_GT(Is.atMost(), predictTime(spilling(2, 128)).atMost());
  EXPECT_GT(predictTime(spilling(2, 9832)).atMost(), 1);
}

TEST(PredictTime, FewerBlocksForWideCopiesMayPay) {
  CandidateFacts Wide = tiled(CopyForm::CpAsync);
  Wide.Stages = 3;
  Wide.Before.Blocks = 4;
  Wide.After.Blocks = 3;
  Wide.CopyBytes = 16;
  EXPECT_LT(predictTime(Wide).Ratio, 1);
  EXPECT_TRUE(predictTime(Wide).isCandidate());
  const double Doubt = predictTime(Wide).atMost();
  Wide.CopyBytes = 4; // a margin for narrow ones
  EXPECT_GT(predictTime(Wide).atMost(), Doubt);
}

/// A loop of so many instructions, of which \p Tiles are in one pass.
CandidateFacts shortTile(double Instructions, unsigned Tiles) {
  CandidateFacts F = tiled(CopyForm::LdgSingle);
  F.TileBefore.Instructions = F.TileAfter.Instructions = Instructions;
  F.TileBefore.Tiles = F.TileAfter.Tiles = Tiles;
  return F;
}

TEST(PredictTime, WhatNvccLoadsAheadIsNoGain) {
  CandidateFacts Unasked = seen();
  Unasked.TileBefore.Tiles = 2;
  CandidateFacts Asked = Unasked;
  Asked.HasUnrollHint = true;
  EXPECT_NEAR(predictTime(Unasked).atMost() - predictTime(Asked).atMost(), 0.02,
              1e-9);
  EXPECT_TRUE(predictTime(Asked).isGain());
  Asked.TileBefore.BarrierBehindLoads = true;
  EXPECT_FALSE(predictTime(Asked).isCandidate());
  EXPECT_TRUE(predictTime(spilling(3, 0)).isGain()); // they wait all the same
}

TEST(PredictTime, LoopsThatNvccMayUnrollAreNoGainUnseen) {
  CandidateFacts F = tiled(CopyForm::LdgSingle);
  F.Operations = 128;
  F.BytesLoaded = 4;
  EXPECT_TRUE(predictTime(F).isCandidate());
  F.Operations = 127;
  EXPECT_FALSE(predictTime(F).isCandidate());
  F.TileBefore.Tiles = F.TileAfter.Tiles = 1;
  EXPECT_TRUE(predictTime(F).isCandidate());
}

TEST(PredictTime, WarpsThatIssueForLongHideLoads) {
  // One block of eight warps: two for each scheduler.
  EXPECT_TRUE(predictTime(shortTile(8000, 1)).isCandidate());
  EXPECT_FALSE(predictTime(shortTile(8001, 1)).isCandidate());
}

TEST(PredictTime, CopiesWithoutRoomAreNoGain) {
  CandidateFacts All = tiled(CopyForm::LdgSingle);
  All.After.Registers = 254;
  EXPECT_FALSE(predictTime(All).isGain());
  CandidateFacts Unknown = seen();
  Unknown.Warps = 0; // of a launch that is not in view
  EXPECT_TRUE(predictTime(Unknown).isCandidate());
  CandidateFacts Fewer = tiled(CopyForm::CpAsync);
  Fewer.CopyBytes = 16;
  Fewer.Stages = 3;
  Fewer.Before.Blocks = 8;
  Fewer.After.Blocks = 4; // 8 tiles on their way, as before
  EXPECT_TRUE(predictTime(Fewer).isCandidate());
  Fewer.After.Blocks = 3;
  EXPECT_FALSE(predictTime(Fewer).isCandidate());
  CandidateFacts Matrices = Fewer; // wait all the same
  Matrices.UsesTensorCores = true;
  EXPECT_TRUE(predictTime(Matrices).isCandidate());
  Fewer.LaunchedBlocks = 3 * 132; // nobody has seen the loop
  EXPECT_FALSE(predictTime(Fewer).isCandidate());
  Fewer.TileBefore = Fewer.TileAfter = {800, 512, 64, 16};
  Fewer.TileBefore.Tiles = Fewer.TileAfter.Tiles = 1;
  EXPECT_TRUE(predictTime(Fewer).isCandidate());
  Fewer.LaunchedBlocks = 6 * 132 + 1;
  EXPECT_FALSE(predictTime(Fewer).isCandidate());
  Fewer.LaunchedBlocks = 6 * 132;
  EXPECT_TRUE(predictTime(Fewer).isCandidate());
  Fewer.Arch = 80; // of as many SMs as its makers chose
  EXPECT_FALSE(predictTime(Fewer).isCandidate());
}

TEST(PredictTime, ALaunchOfFewBlocksIsPredictedWithThem) {
  CandidateFacts F = seen();
  F.Before.Blocks = F.After.Blocks = 4;
  const Prediction Unknown = predictTime(F);
  F.LaunchedBlocks = 4 * 132; // as many as fit
  EXPECT_EQ(predictTime(F).Ratio, Unknown.Ratio);
  F.LaunchedBlocks = 132;
  const Prediction Few = predictTime(F);
  EXPECT_GE(Few.atMost(), Unknown.atMost() - 0.03); // whatever it expects
  F.LaunchedBlocks = 0;
  F.Before.Blocks = F.After.Blocks = 1;
  EXPECT_EQ(predictTime(F).Ratio, Few.Ratio);
}

TEST(PredictTime, LoadsWithLittleBehindThemAddToTheDoubt) {
  CandidateFacts F = seen();
  F.TileAfter.MathBehindLoads = 410; // of 1024
  const double Enough = predictTime(F).atMost();
  F.TileAfter.MathBehindLoads = 409;
  EXPECT_NEAR(predictTime(F).atMost() - Enough, 0.02, 1e-9);
  F.UsesTensorCores = true;
  EXPECT_FALSE(predictTime(F).isCandidate());
  F.Copies = CopyForm::CpAsync; // does not wait where it is issued
  EXPECT_TRUE(predictTime(F).isGain());
}

/// A loop that loads with one warp, of a launch with eight on an SM; its form
/// has no computation behind its loads.
CandidateFacts fewWarps() {
  CandidateFacts F = shortTile(100, 1);
  F.Warps = 1;
  F.Before.Blocks = F.After.Blocks = 32;
  F.LaunchedBlocks = 8 * 132;
  F.TileBefore.Loads = F.TileAfter.Loads = 5;
  F.TileBefore.Math = F.TileAfter.Math = 32;
  return F;
}

template <typename Function> Prediction few(Function Change) {
  return changed(fewWarps(), Change);
}

TEST(PredictTime, FewWarpsOfALaunchWaitForTheirLoads) {
  EXPECT_TRUE(predictTime(fewWarps()).isGain());
  CandidateFacts F = fewWarps();
  F.LaunchedBlocks = 8 * 132 + 1;
  EXPECT_FALSE(predictTime(F).isGain());
  F.Before.Blocks = 8; // more do not fit
  EXPECT_TRUE(predictTime(F).isGain());
  EXPECT_FALSE(few([](auto &F) { F.TileBefore.Loads = 4; }).isGain());
  EXPECT_FALSE(few([](auto &F) { F.LoopsInKernel = 2; }).isGain());
  EXPECT_FALSE(few([](auto &F) { F.Arch = 80; }).isGain());
}

TEST(PredictTime, ALaunchThatNobodySeesTellsOfNoFewWarps) {
  CandidateFacts F = fewWarps();
  F.LaunchedBlocks = 0;
  const Prediction Unknown = predictTime(F);
  EXPECT_FALSE(Unknown.isGain());
  F.LaunchedBlocks = 1e6; // as many as fit
  EXPECT_EQ(predictTime(F).WhyNot, Unknown.WhyNot);
  F = fewWarps(); // nor does code that nobody sees
  F.TileBefore = F.TileAfter = {};
  EXPECT_FALSE(predictTime(F).isGain());
}

TEST(PredictTime, FewWarpsNeedTheirLoadsOnTheWay) {
  CandidateFacts F = fewWarps();
  F.TileAfter.Loads = 2;
  EXPECT_TRUE(predictTime(F).isGain());
  F.TileAfter.Loads = 1;
  EXPECT_FALSE(predictTime(F).isCandidate());
  F.TileAfter.Copies = 1;
  EXPECT_TRUE(predictTime(F).isGain());
  F = fewWarps();
  F.TileAfter.Loads = 1;
  F.TileAfter.Instructions = 95;
  EXPECT_TRUE(predictTime(F).isGain());
}

TEST(PredictTime, WhatCostsCostsFewWarps) {
  for (const Prediction &Is :
       {few([](auto &F) { F.After.SpillBytes = 4; }),
        few([](auto &F) { F.After.Registers = 254; }),
        few([](auto &F) { F.TileBefore.BarrierBehindLoads = true; }),
        few([](auto &F) { F.TileAfter.Instructions = 151; })})
    EXPECT_FALSE(Is.isCandidate());
}

TEST(PredictTime, FewWarpsGainMostByCopiesFarAhead) {
  CandidateFacts Deep = fewWarps(), Longer;
  Deep.Copies = CopyForm::CpAsync;
  Deep.Stages = 3;
  Longer = Deep;
  EXPECT_LT(predictTime(Deep).atMost(), predictTime(fewWarps()).atMost());
  Longer.TileAfter.Instructions = 120;
  EXPECT_LT(predictTime(Deep).atMost(), predictTime(Longer).atMost());
}

TEST(PredictTime, ALoopThatIsNotFoundAgainIsNoGain) {
  CandidateFacts F = shortTile(900, 1);
  F.TileAfter = {};
  EXPECT_FALSE(predictTime(F).isGain());
  F.TileBefore = {}; // without a disassembler neither is seen
  EXPECT_TRUE(predictTime(F).isCandidate());
}

TEST(PredictTime, TensorCoresOfFewWarpsWaitForEachOther) {
  CandidateFacts F = tensor(3, 128, 2);
  F.Warps = 4;
  EXPECT_TRUE(predictTime(F).isGain());
  F.Warps = 3;
  EXPECT_FALSE(predictTime(F).isGain());
}

TEST(PredictTime, MatricesWaitForWhatIsCopiedInTwoOrThreeStages) {
  const CandidateFacts Three = tensor(3, 128, 2);
  EXPECT_EQ(predictTime(Three).Doubt, 0.01);
  for (const Prediction &Is :
       {predictTime(tensor(4, 128, 2)),
        changed(Three, [](auto &F) { F.IsRolled = true; }),
        changed(Three, [](auto &F) { F.Copies = CopyForm::Mixed; })})
    EXPECT_GT(Is.Doubt, 0.01);
}

TEST(PredictTime, LostBlocksAddToTheDoubt) {
  CandidateFacts F = tensor(2, 128, 2);
  F.Copies = CopyForm::Ldg;
  const double Kept = predictTime(F).Doubt;
  F.After.Blocks = 1;
  EXPECT_GT(predictTime(F).Doubt, Kept);
}

TEST(PredictTime, LongerTilesAreNoGainForAsynchronousCopies) {
  CandidateFacts F = shortTile(100, 1);
  F.Copies = CopyForm::CpAsync;
  F.CopyBytes = 16;
  F.TileAfter.Instructions = 114;
  EXPECT_LT(predictTime(F).Ratio, 1);
  F.TileAfter.Instructions = 116;
  EXPECT_FALSE(predictTime(F).isCandidate());
  F.UsesTensorCores = true;
  F.TileAfter.Instructions = 224;
  EXPECT_LT(predictTime(F).Ratio, 1);
  F.TileAfter.Instructions = 226;
  EXPECT_FALSE(predictTime(F).isCandidate());
}

TEST(PredictTime, LongerTilesAreNoGain) {
  CandidateFacts F = tiled(CopyForm::LdgSingle);
  F.TileBefore.Tiles = F.TileAfter.Tiles = 1;
  F.TileBefore.Instructions = 166;
  F.TileAfter.Instructions = 204;
  EXPECT_TRUE(predictTime(F).isCandidate());
  F.TileAfter.Instructions = 372;
  EXPECT_FALSE(predictTime(F).isCandidate());
}

TEST(PredictTime, RollingPaysIfTilesStayShort) {
  CandidateFacts F = tiled(CopyForm::CpAsync);
  F.UsesTensorCores = true; // asked below of tiles that are much longer
  const double Unseen = predictTime(F).Ratio;
  F.IsRolled = true;
  EXPECT_GT(predictTime(F).Ratio, Unseen); // nobody has looked
  F.TileBefore = F.TileAfter = {195, 120, 47};
  F.TileBefore.Tiles = F.TileAfter.Tiles = 1;
  const double Rolled = predictTime(F).Ratio;
  F.IsRolled = false;
  const double Unrolled = predictTime(F).Ratio;
  EXPECT_EQ(Rolled, Unrolled);
  F.IsRolled = true;
  F.TileAfter.Instructions = 348;
  const double Longer = predictTime(F).Ratio;
  EXPECT_GT(Longer, Unrolled);
  F.Before.SpillBytes = 8;
  F.After.SpillBytes = 0;
  EXPECT_NEAR(predictTime(F).Ratio, Longer / 1.08, 1e-9);
}

TEST(PredictTime, FragmentsAheadMakeUpForABlock) {
  CandidateFacts Ahead = tensor(3, 168, 1);
  Ahead.ReadsAhead = true;
  EXPECT_LT(predictTime(Ahead).Ratio, predictTime(tensor(3, 168, 1)).Ratio);
  EXPECT_LT(predictTime(Ahead).Ratio, predictTime(tensor(3, 128, 2)).Ratio);
  EXPECT_TRUE(predictTime(Ahead).isGain());
}

TEST(PredictTime, CopiesOfTwoStagesLandInSevenOfEightSteps) {
  CandidateFacts Two = tensor(2, 168, 1);
  Two.ReadsAhead = true;
  Two.KSteps = 8;
  EXPECT_LT(predictTime(Two).Ratio, predictTime(tensor(2, 128, 2)).Ratio);
  EXPECT_TRUE(predictTime(Two).isGain());
  Two.KSteps = 7;
  EXPECT_FALSE(predictTime(Two).isGain());
}

TEST(PredictTime, FragmentsAheadAreJudgedByTheFormWithoutThem) {
  CandidateFacts Ahead = tensor(3, 168, 1);
  Ahead.ReadsAhead = true;
  CandidateFacts Without = tensor(3, 126, 2);
  Without.Shape = LoopShape::Predicate;
  Without.TileAfter.Tiles = 1;
  Ahead.TileBefore.Tiles = 1;
  Ahead.TileBefore.Instructions = 400;
  Without.TileAfter.Instructions = 400;
  const double AsLong = predictTime(Ahead, &Without).Ratio;
  Without.TileAfter.Instructions = 901; // it is costly
  EXPECT_FALSE(predictTime(Ahead, &Without).isCandidate());
  // What the form itself has more is for the fragments.
  Ahead.TileAfter.Tiles = 1;
  Ahead.TileAfter.Instructions = 900;
  Without.TileAfter.Instructions = 400;
  EXPECT_EQ(predictTime(Ahead, &Without).Ratio, AsLong);
}

TEST(PredictTime, TheBaseOfFragmentsAheadIsPredicatedFromThreeStagesOn) {
  CandidateFacts Ahead = tensor(3, 168, 1), Without = tensor(3, 126, 2);
  Ahead.ReadsAhead = true;
  EXPECT_FALSE(isBaseOfAhead(Without, Ahead));
  Without.Shape = LoopShape::Predicate;
  EXPECT_TRUE(isBaseOfAhead(Without, Ahead));
  EXPECT_FALSE(isBaseOfAhead(Without, Without));
  EXPECT_FALSE(isBaseOfAhead(Ahead, Ahead));
  Ahead.Stages = Without.Stages = 2;
  EXPECT_FALSE(isBaseOfAhead(Without, Ahead));
  Without.Shape = LoopShape::Peel;
  EXPECT_TRUE(isBaseOfAhead(Without, Ahead));
  Without.IsBounded = true;
  EXPECT_FALSE(isBaseOfAhead(Without, Ahead));
}

TEST(PredictTime, FragmentsAheadOfWhatWasNotMeasuredAreNoGain) {
  CandidateFacts Ahead = tensor(3, 168, 1);
  Ahead.ReadsAhead = true;
  for (const Prediction &Is :
       {changed(Ahead, [](auto &F) { F.Stages = 2; }),
        changed(Ahead, [](auto &F) { F.Before.Blocks = 4; }),
        changed(Ahead, [](auto &F) { F.Warps = 4; }),
        changed(Ahead, [](auto &F) { F.After.SpillBytes = 64; })})
    EXPECT_FALSE(Is.isGain());
}

TEST(PredictTime, LoadsOfMuchArithmeticAreHiddenAlready) {
  CandidateFacts F = tiled(CopyForm::LdgSingle);
  F.Operations = 257 * F.BytesLoaded;
  EXPECT_FALSE(predictTime(F).isCandidate());
  F.Operations = 255 * F.BytesLoaded;
  EXPECT_TRUE(predictTime(F).isCandidate());
}

TEST(PredictTime, FactsHaveNamesOfTheirOwn) {
  CandidateFacts F = facts(CopyForm::CpAsync);
  std::set<std::string> Names;
  unsigned Count = 0;
  forEachFact(F, [&](const char *Name, auto &) {
    Names.insert(Name);
    ++Count;
  });
  EXPECT_EQ(Names.size(), Count);
}

} // namespace
