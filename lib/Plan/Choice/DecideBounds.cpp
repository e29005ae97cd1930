//===- DecideBounds.cpp - How many blocks a kernel is compiled for --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Decisions.h"

using namespace clang;

namespace pipeline_rewrite {

/// One text has the bounds of all instances.
static LaunchBounds boundsOf(const PlanInput &In) {
  LaunchBounds Out = findLaunchBounds(In.Facts.Loop->Function, In.Unit);
  if (Out.SaidThreads)
    for (const LoopFacts &Other : In.Instances.drop_front()) {
      LaunchBounds Its = findLaunchBounds(Other.Loop->Function, In.Unit);
      Out.BlocksBefore = std::max(Out.BlocksBefore, Its.BlocksBefore);
      Out.CanWrite.also(Its.CanWrite);
    }
  return Out;
}

void decideBounds(PipelinePlan &Plan, const PlanInput &In) {
  const unsigned Blocks = In.Opts.MinBlocks.value_or(0);
  if (!Blocks)
    return;
  LaunchBounds Of = boundsOf(In);
  if (Plan.isPartitioned() || Plan.Twin)
    Of.CanWrite.also("another kernel, or more threads, are launched");
  if (!Of.CanWrite.isNo() && Of.BlocksBefore >= Blocks)
    Of.CanWrite.also("it has them for " + std::to_string(Of.BlocksBefore) +
                     " blocks");
  if (Of.CanWrite.isNo()) {
    Plan.WhyUnbounded = Of.CanWrite.because();
    Plan.Deciding.push_back("the kernel gets no launch bounds: " +
                            Plan.WhyUnbounded);
    return;
  }
  Plan.Bounds = {std::move(Of), Blocks};
  Plan.Deciding.push_back("launch bounds keep " + std::to_string(Blocks) +
                          (Blocks == 1 ? " block" : " blocks") + " on an SM");
}

} // namespace pipeline_rewrite
