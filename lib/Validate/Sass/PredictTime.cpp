//===- PredictTime.cpp - How fast a form will be, before it has run -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for what costs; TimeTrees.cpp says the rest. Fitted to kernels of 114
// repositories and 168 of our own, on an H200 and an H100 (sm_90), CUDA 13.0:
// docs/data/fit_time.py, which has the same rules and says how wrong they are
// about what they were not fitted to. How they do on other architectures is not
// known.
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"
#include "Analyse/Forms/FragmentSteps.h"
#include "Budget/Budget.h"
#include "Validate/Code/KernelCode.h"
#include <algorithm>
#include <cmath>

namespace pipeline_rewrite {
namespace {

/// Added to what four of five forms like it take at most. With all margins four
/// of 467 kernels of others became slower that were left out of the fit with
/// their projects, by 2 to 12 % (docs/data/fit_time.py).
constexpr double Margin = 0.01;
/// Added where nobody has seen the instructions of the original's loop.
constexpr double MarginUnseen = 0.01;
/// Added without matrix instructions for narrow copies, and for two buffers
/// through registers: their times are predicted less well than others.
constexpr double MarginNarrow = 0.03, MarginLdg = 0.05;
/// Added where blocks are lost for registers or for narrow copies.
constexpr double MarginBlocks = 0.03;
/// Added for each reason of doubts(): as vetoes they cost more gains than they
/// avoided losses in six of seven sets of kernels.
constexpr double MarginDoubt = 0.02;
/// So much less a form may take at most for the blocks of a launch than for all
/// that fit. Without this bound one more kernel of others was slower, by 26 %.
constexpr double MostByLaunch = 0.03;
/// As many times the instructions a tile may take that is copied
/// asynchronously: next to nothing else changes in a loop of short
/// instructions; one with matrix instructions waits for these.
constexpr double MoreWhereAsync = 1.15, MoreWhereTensor = 2.25;
/// Warps of a block below which matrix instructions wait for each other's
/// tiles, whatever is loaded: forms of such kernels took up to 1.05.
constexpr unsigned FewWarps = 4;
/// Part of the computation that should stand behind loads through registers
/// for them to be hidden.
constexpr double LeastBehind = 0.4;
/// A tile of so many operations of a thread is too long for nvcc to unroll its
/// loop unasked.
constexpr double TooLongToUnroll = 128;
/// Cycles in which the warps of an SM issue a tile's instructions: with so many
/// even loads that nothing else hides take less than a tenth.
constexpr double LongIssue = 16000;
/// At most what a form of isAlwaysFaster() takes: 0 of 130 were slower.
constexpr double UsualOfMatrices = 0.98;
/// As many times the instructions a tile may take where its loop is rolled, and
/// what a longer one costs. Of five tensor-core kernels of NVIDIA's samples,
/// the three up to 1.37 were faster rolled, the two from 1.77 on slower, by 6
/// and 8 %. The trees have seen no rolled loop.
constexpr double MoreWhereRolled = 1.5;
constexpr double RolledRatio = 1.08;
/// Time of a form with fragments ahead by that of the same form without them,
/// both with three or four stages: over eleven tensor-core kernels on an H200
/// the geometric mean is 0.94, of 0.70 to 1.04 (docs/measurements.md). Not
/// checked on others; the trees have seen none.
constexpr double AheadRatio = 0.95;
/// Of the same kernels, peeled ones took 0.98 of the predicated ones' time,
/// 0.90 to 1.03, both with fragments ahead.
constexpr double PeeledAheadRatio = 0.98 * AheadRatio;
/// With two stages: the two kernels of eight k-steps took 0.94 and 0.96.
constexpr double TwoStagesAheadRatio = 0.95;
/// Operations per byte from which loads take next to none of a loop's time.
constexpr double MuchArithmetic = 256;

bool isNarrow(const CandidateFacts &F) {
  return F.isAsync() && F.CopyBytes > 0 && F.CopyBytes < 16;
}

bool isLonger(const CandidateFacts &F) {
  const double Most = !F.isAsync()        ? MoreInstructions
                      : F.UsesTensorCores ? MoreWhereTensor
                                          : MoreWhereAsync;
  return logOfInstructions(F) > std::log(Most);
}

bool losesBlocks(const CandidateFacts &F) {
  return F.After.Blocks < F.Before.Blocks;
}

/// Registers or shared memory leave no room for what is on its way; null if
/// they do. Matrix instructions wait for their loads all the same.
const char *whyNoRoom(const CandidateFacts &F) {
  if (F.UsesTensorCores)
    return nullptr;
  if (F.takesAllRegisters())
    return "it takes all registers that a thread can have";
  return losesBlocks(F) && F.After.Blocks * (F.Stages - 1) < F.Before.Blocks
             ? "fewer tiles are on their way to an SM than blocks were on it"
             : nullptr;
}

/// The form costs what made nearly all slower that had it; null if it does not.
const char *whyCostly(const CandidateFacts &F) {
  if (F.needsLocalMemory())
    return "it needs local memory that the original does not";
  if (isLonger(F))
    return "a tile takes many more instructions";
  return whyNoRoom(F);
}

bool losesBlocksForLittle(const CandidateFacts &F) {
  return losesBlocks(F) && (!F.isAsync() || isNarrow(F));
}

/// Matrix instructions that wait for what can be copied to shared memory
/// meanwhile: none of 130 such forms of 30 kernels of 13 projects was slower;
/// with four stages three of 45 were.
bool isAlwaysFaster(const CandidateFacts &F) {
  return F.UsesTensorCores && F.Copies == CopyForm::CpAsync && F.Stages <= 3 &&
         F.Warps >= FewWarps && !F.IsRolled && !F.needsLocalMemory() &&
         !isLonger(F);
}

/// Why a pipeline hides nothing that the original does not hide, or nobody has
/// looked; null if it may. Tensor cores wait for loads all the same.
const char *whyLoadsAreHidden(const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore;
  if (F.UsesTensorCores)
    return nullptr;
  if (!Old.Tiles)
    return F.Operations < TooLongToUnroll
               ? "the loop is so short that nvcc may load its tiles ahead as "
                 "it is, and its instructions were not seen"
               : nullptr;
  if (Old.BarrierBehindLoads)
    return "nvcc unrolls the loop as it is, and loads the tiles of a pass "
           "ahead";
  return issueOf(Old.Instructions, F) * std::max(1u, F.Before.Blocks) >
                 LongIssue
             ? "the other warps of an SM compute for longer than loads take"
             : nullptr;
}

/// nvcc left little to compute while loads through registers are on their way.
bool hidesLittle(const CandidateFacts &F) {
  const TileFacts &New = F.TileAfter;
  return areSeen(F) && !F.isAsync() &&
         New.MathBehindLoads < LeastBehind * New.Math * New.Tiles;
}

/// How many facts speak against a form without matrix instructions that the
/// trees have seen too seldom.
unsigned doubts(const CandidateFacts &F) {
  return F.UsesTensorCores
             ? 0
             : hidesLittle(F) + (F.TileBefore.Tiles > 1 && !F.HasUnrollHint) +
                   !F.Warps;
}

/// The compiled form leaves next to nothing to run while its loads are on their
/// way, or nobody has seen what it leaves; null if it may leave enough.
const char *whyItHidesNothing(const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  if (F.UsesTensorCores && F.Warps < FewWarps)
    return "matrix instructions of so few warps wait for each other's tiles";
  if (!Old.Tiles)
    return nullptr;
  if (!New.Tiles)
    return "its loop is not found in the compiled code";
  return F.UsesTensorCores && hidesLittle(F)
             ? "nvcc left little to compute while its loads are on their way"
             : nullptr;
}

/// As few blocks were left where fragments ahead were timed, and copies had as
/// long to land.
bool isMeasuredAhead(const CandidateFacts &F) {
  return (F.Stages >= 3 || F.KSteps >= StepsForTwoBuffers) &&
         F.After.Blocks * F.Warps >= 8 && 2 * F.After.Blocks >= F.Before.Blocks;
}

/// Why the form is no candidate; null if it is one.
const char *whyNoCandidate(const CandidateFacts &F) {
  if (!F.UsesTensorCores && F.Operations > MuchArithmetic * F.BytesLoaded)
    return "a thread computes so much with each byte that loads take next to "
           "none of its time";
  if (F.ReadsAhead)
    return isMeasuredAhead(F)
               ? nullptr
               : "fragments ahead were timed only with more warps on an SM, or "
                 "more k-steps or stages";
  if (isAlwaysFaster(F))
    return nullptr;
  if (const char *Hidden = whyLoadsAreHidden(F))
    return Hidden;
  const char *Costly = whyCostly(asLaunched(F));
  return Costly ? Costly : whyItHidesNothing(F);
}

/// What rolling its loop costs a form, as a factor.
double costOfRolling(const CandidateFacts &F) {
  if (!F.IsRolled || F.After.SpillBytes < F.Before.SpillBytes)
    return 1;
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  const bool IsKnownShort =
      Old.Tiles && New.Tiles &&
      New.Instructions <= MoreWhereRolled * Old.Instructions;
  return IsKnownShort ? 1 : RolledRatio;
}

/// So many registers, or as few as let \p Blocks be on an SM.
unsigned registersWithin(unsigned Blocks, unsigned Registers,
                         const CandidateFacts &F) {
  const Architecture *Arch = findArchitecture(std::to_string(F.Arch));
  const unsigned Threads = F.Warps * ThreadsPerWarp;
  while (Arch && Registers &&
         residentBlocks({Threads, Registers, 0}, *Arch) < Blocks)
    --Registers;
  return Registers;
}

/// That of the form whose time aheadRatio() is a part of.
LoopShape shapeWithoutAhead(const CandidateFacts &F) {
  return F.Stages < 3 ? F.Shape : LoopShape::Predicate;
}

/// The form without its fragments ahead. They take registers, and with them
/// blocks; what these would hide the fragments hide, of a second block for each
/// that is left: measured where one block of two was left, of eight warps.
CandidateFacts withoutAhead(CandidateFacts F, const CandidateFacts *Compiled) {
  F.ReadsAhead = false;
  F.Shape = shapeWithoutAhead(F);
  F.After.Blocks = std::max(
      F.Before.Blocks, std::min(F.After.BlocksByShared, 2 * F.After.Blocks));
  F.After.Registers = F.Before.Registers;
  F.TileAfter = {}; // has more instructions for the fragments
  if (Compiled) {
    F.After.Registers = Compiled->After.Registers;
    F.After.Instructions = Compiled->After.Instructions;
    F.TileAfter = Compiled->TileAfter;
  } else {
    F.TileBefore = {}; // nothing to compare it with
  }
  F.After.Registers = registersWithin(F.After.Blocks, F.After.Registers, F);
  return F;
}

double aheadRatio(const CandidateFacts &F) {
  if (F.Stages < 3)
    return TwoStagesAheadRatio;
  return F.Shape == LoopShape::Peel ? PeeledAheadRatio : AheadRatio;
}

double marginOf(const CandidateFacts &F) {
  double All = Margin + MarginDoubt * doubts(F);
  if (losesBlocksForLittle(F))
    All += MarginBlocks;
  if (F.UsesTensorCores)
    return All;
  if (!F.TileBefore.Tiles)
    All += MarginUnseen;
  return All + (isNarrow(F)                 ? MarginNarrow
                : F.Copies == CopyForm::Ldg ? MarginLdg
                                            : 0);
}

} // namespace

bool isBaseOfAhead(const CandidateFacts &Without, const CandidateFacts &Ahead) {
  return !Without.ReadsAhead && Ahead.ReadsAhead &&
         Without.Copies == Ahead.Copies &&
         Without.Shape == shapeWithoutAhead(Ahead) &&
         Without.Stages == Ahead.Stages && Without.IsRolled == Ahead.IsRolled &&
         Without.IsBounded == Ahead.IsBounded;
}

Prediction predictTime(const CandidateFacts &F,
                       const CandidateFacts *WithoutAhead) {
  if (F.Copies == CopyForm::Tma)
    return predictTensorMaps(F);
  if (waitsWithFewWarps(F))
    return predictFewWarps(F);
  if (const char *Why = whyNoCandidate(F))
    return {1, 0, Why};
  if (F.ReadsAhead) {
    Prediction Base = predictTime(withoutAhead(F, WithoutAhead));
    Base.Ratio *= aheadRatio(F);
    Base.Doubt *= aheadRatio(F);
    return Base;
  }
  const CandidateFacts Launched = asLaunched(F);
  const TimeByTrees Time = timeByTrees(Launched), Full = timeByTrees(F);
  const double Cost = costOfRolling(F), Ratio = Cost * Time.Expected,
               AtFull = std::max(Full.Expected, Full.Most) - MostByLaunch,
               Most = std::max(Ratio, Cost * std::max(Time.Most, AtFull));
  if (isAlwaysFaster(F))
    return {std::min(Ratio, UsualOfMatrices), Margin, ""};
  return {Ratio, Most + marginOf(Launched) - Ratio, ""};
}

} // namespace pipeline_rewrite
