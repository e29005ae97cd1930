//===- PredictTensorMaps.cpp - What tensor maps will take -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trees have seen none. Of 28 kernels of others and seven samples that were
// timed with tensor maps on an H100 (docs/performance.md), those of one kind
// were never slower than the form that is chosen without, by more than what
// times are wrong by. Plan offers no other loops
// (Plan/Choice/CandidateForms.cpp); here is what the code tells.
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {
namespace {

/// Of the kernels of that kind: the geometric mean, and by how much more than
/// that none took longer. Both were timed before texts waited for their reads,
/// which took 2 % more in eight other kernels (docs/data/measurements.md).
constexpr double UsualRatio = 0.88, UsualError = 0.08;
/// Math of a thread for each element that it loads: with 64 the form lost to
/// those through registers, which hide the loads as well, and cost nothing
/// beside so much.
constexpr double MostMath = 32;
/// As many times the blocks may be left on an SM: what they are fewer by the
/// copy engine makes up for. One had three where four were.
constexpr double LeastBlocks = 0.75;

/// Each thread copies elements one by one, and computes so little with them
/// that the copies count.
bool isOfMeasuredKind(const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore;
  return !F.UsesTensorCores && F.LoopsInKernel == 1 &&
         F.AsyncTiles == F.Tiles && Old.Tiles == 1 && !Old.BarrierBehindLoads &&
         Old.Loads > 0 && Old.Math > 0 && Old.Math <= MostMath * Old.Loads;
}

/// The second kernel takes no local memory that the original does not, and
/// leaves enough blocks.
bool isCheap(const CandidateFacts &F) {
  const KernelFacts &Was = F.Before, &Is = F.After;
  return Is.Blocks > 0 && Is.Blocks >= LeastBlocks * Was.Blocks &&
         !F.needsLocalMemory();
}

} // namespace

Prediction predictTensorMaps(const CandidateFacts &F) {
  if (!isOfMeasuredKind(F))
    return {1, 0,
            "tensor maps were timed only for loops of another kind, whose "
            "threads load each element and compute little with it"};
  if (!isCheap(F))
    return {1, 0,
            "the kernel with tensor maps leaves too few blocks on an SM, or "
            "needs local memory"};
  return {UsualRatio, UsualError, ""};
}

} // namespace pipeline_rewrite
