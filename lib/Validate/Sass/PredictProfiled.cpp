//===- PredictProfiled.cpp - Kernels that were profiled -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code alone does not say how long warps wait: the grid, the cache and bank
// conflicts decide. A profile says it. Found with 27 kernels of three launches
// each and 54 launches of few_warps.py (test/gpu), on an H200 with CUDA 13.0:
// docs/performance.md, "With a profile".
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"
#include <cmath>

namespace pipeline_rewrite {
namespace {

/// Nothing that hides loads is worth more than the time in which they are
/// waited for.
constexpr double LeastWaits = 0.05;
/// Of 34 such copies with so much headroom none was slower; with less, eight of
/// 49 were.
constexpr double MuchHeadroom = 0.4;
/// More instructions are paid for by the wait: with 1.15 in place of 1.3 a
/// third of the loops that were gained is lost.
constexpr double MostInstructions = 1.3;
/// log(time) by headroom, over all forms of the 27 kernels, and what four of
/// five do not exceed.
constexpr double LogAtNone = 0.08, LogPerHeadroom = -0.82, LogDoubt = 0.08;

/// Of the same 34 launches, by that of three peeled stages.
constexpr double OfPredicated = 1.08, OfMoreStages = 1.02;

} // namespace

const char *whyNoWait(const KernelProfile &Profile) {
  return Profile.Waits < LeastWaits
             ? "its warps hardly ever wait for loads or barriers"
             : nullptr;
}

Prediction predictProfiled(const CandidateFacts &F,
                           const KernelProfile &Profile) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  if (Profile.headroom() < MuchHeadroom)
    return {1, 0, "its warps wait too little while all units are idle"};
  if (!F.isAsync() || F.Stages < 3 || F.IsRolled || F.ReadsAhead)
    return {1, 0, "only asynchronous copies in three or more stages gained"};
  if (!Old.Tiles || !New.Tiles)
    return {1, 0, "its loop was not seen in the compiled code"};
  // Which loads are waited for is not in the profile.
  if (F.LoopsInKernel > 1)
    return {1, 0, "the profile does not tell the kernel's loops apart"};
  if (Old.OtherLoads > Old.Loads)
    return {1, 0, "most loads of the loop are none of its tiles'"};
  if (F.needsLocalMemory())
    return {1, 0, "it needs local memory that the original does not"};
  if (New.Instructions > MostInstructions * Old.Instructions)
    return {1, 0, "a tile takes many more instructions"};
  const double Ratio =
      std::exp(LogAtNone + LogPerHeadroom * Profile.headroom()) *
      (F.Shape == LoopShape::Peel ? 1 : OfPredicated) *
      (F.Stages > 3 ? OfMoreStages : 1);
  return {Ratio, Ratio * (std::exp(LogDoubt) - 1), ""};
}

} // namespace pipeline_rewrite
