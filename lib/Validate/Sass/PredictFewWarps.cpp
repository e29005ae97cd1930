//===- PredictFewWarps.cpp - What forms take where few warps run ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trees take all blocks that fit for there. Where a launch has fewer, loads
// take most of the time, and a form that has more of them on their way wins,
// also one that hides nothing of other loops. Fitted to 143 forms of 47 kernels
// (docs/data/fit_time.py --few-warps, which has the same rules).
//===----------------------------------------------------------------------===//
#include "Validate/Code/KernelCode.h"
#include "Validate/Sass/PredictTime.h"
#include <algorithm>
#include <cmath>

namespace pipeline_rewrite {
namespace {

/// The GPUs of the data; on others nothing is known of launches.
constexpr unsigned FittedArch = 90, Multiprocessors = 132;
/// Warps of the launch on an SM: two for each scheduler. Of 18 kernels of
/// others and 29 of ours none became slower in the form that is chosen, also
/// where the numbers below are fitted to the other ones alone.
constexpr unsigned FewWarps = 8;
/// Part of the original's instructions that load. Without this bound the forms
/// that are chosen made nine of 70 kernels of others slower, by up to 35 %.
constexpr double ManyLoads = 0.05;
/// With more instructions than that a form must have half as many loads of a
/// tile on their way as the original: without this rule eight kernels were
/// slower, by up to 3.2 times.
constexpr double FewerInstructions = 0.95;

/// Time of a form with as many instructions as the original: the geometric
/// mean, and what four of five do not exceed. It grows with the square root of
/// the instructions.
struct Usual {
  double Ratio, AtMost;
};
constexpr Usual DeepCopies = {0.45, 0.63}, Others = {0.68, 0.89};
constexpr double Margin = 0.01;

double instructionsMore(const CandidateFacts &F) {
  return F.TileAfter.Instructions / F.TileBefore.Instructions;
}

/// Why the form costs more than it hides; null if it does not.
const char *whyCostly(const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  if (F.needsLocalMemory())
    return "it needs local memory that the original does not";
  if (F.takesAllRegisters())
    return "it takes all registers that a thread can have";
  if (Old.BarrierBehindLoads)
    return "nvcc unrolls the loop as it is, and loads the tiles of a pass "
           "ahead";
  if (instructionsMore(F) > MoreInstructions)
    return "a tile takes many more instructions";
  return 2 * (New.Loads + New.Copies + 1) < Old.Loads + 1 &&
                 instructionsMore(F) > FewerInstructions
             ? "fewer loads of a tile are on their way at a time than in the "
               "original"
             : nullptr;
}

} // namespace

CandidateFacts asLaunched(CandidateFacts F) {
  if (F.Arch != FittedArch || F.LaunchedBlocks <= 0 || !F.TileBefore.Tiles)
    return F;
  const unsigned Each = std::ceil(F.LaunchedBlocks / Multiprocessors);
  F.Before.Blocks = std::min(F.Before.Blocks, Each);
  F.After.Blocks = std::min(F.After.Blocks, Each);
  return F;
}

bool waitsWithFewWarps(const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  const bool AreSeen = Old.Tiles && New.Tiles && !Old.IsLeast && !New.IsLeast;
  if (F.Arch != FittedArch || F.UsesTensorCores || F.LoopsInKernel > 1 ||
      !F.Warps || F.LaunchedBlocks <= 0 || !AreSeen ||
      Old.Loads < ManyLoads * Old.Instructions)
    return false;
  return std::max(1u, asLaunched(F).Before.Blocks) * F.Warps <= FewWarps;
}

Prediction predictFewWarps(const CandidateFacts &F) {
  if (const char *Why = whyCostly(F))
    return {1, 0, Why};
  const Usual &Kind = F.isAsync() && F.Stages >= 3 ? DeepCopies : Others;
  const double Growth = std::sqrt(instructionsMore(F));
  return {Growth * Kind.Ratio, Growth * (Kind.AtMost - Kind.Ratio) + Margin,
          ""};
}

} // namespace pipeline_rewrite
