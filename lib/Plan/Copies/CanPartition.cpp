//===- CanPartition.cpp - May what counts copies order the threads? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CanPartition.h"

namespace pipeline_rewrite {

/// The loads' threads read what they have just stored, before the barrier: the
/// pipeline has not waited yet.
static bool readsBeforeBarrier(const LoopFacts &F) {
  for (unsigned I = 0; I < F.Units.size(); ++I) {
    if (F.isBetweenBarriers(I) || F.Units[I].Role != UnitRole::Compute)
      continue;
    const Effects E = F.Collector->collect(F.Units[I].S);
    if (llvm::any_of(E.Accesses, [](const Access &Acc) {
          return Acc.Read &&
                 (Acc.Where == Space::Shared || Acc.Where == Space::Unknown);
        }))
      return true;
  }
  return false;
}

Answer canWaitForBlock(llvm::ArrayRef<PlanInstance> Instances) {
  for (const LoopFacts &F : Instances) {
    if (F.IsOfWholeBlock.isNo())
      return F.IsOfWholeBlock;
    if (readsBeforeBarrier(F))
      return "shared memory is read between the loads and their barrier";
    if (!F.Loop->Exits.empty() || !F.Loop->Votes.empty())
      return "a vote of the block is a barrier of the loop, or a break leaves "
             "it, which a pipeline of the block does not stand for";
  }
  return Answer::yes();
}

/// Threads exchange nothing by what the loop keeps: they write private
/// variables only, and their tiles are those that the pipeline guards.
static bool computesApart(const LoopFacts &F) {
  return llvm::all_of(F.Units, [&](const LoopUnit &U) {
    if (U.Role != UnitRole::Compute && U.Role != UnitRole::Both)
      return true;
    Effects E = F.Collector->collect(U.S);
    E.Asm = E.WarpSync = nullptr; // registers, and reads of shared memory
    return E.isPure();
  });
}

Answer orderOnlyCopies(const PipelinePlan &Plan,
                       llvm::ArrayRef<PlanInstance> Instances) {
  if (Plan.usesRegisters() || Plan.KeepLoadBarrier ||
      Plan.Facts->Loop->Barriers.size() != 2 ||
      !llvm::all_of(Instances, computesApart))
    return "it orders more than asynchronous copies";
  return Answer::yes();
}

Answer canPartition(const PipelinePlan &Plan,
                    llvm::ArrayRef<PlanInstance> Instances,
                    const Options &Opts) {
  if (!Opts.EditLaunches)
    return "a block needs twice its threads, which --no-edit-launches "
           "forbids";
  for (const PlanInstance &Each : Instances)
    if (Answer May = Each.canPartition(); May.isNo())
      return May;
  const LoopFacts &Facts = Instances.front();
  if (Plan.usesRegisters())
    return "some of what is loaded goes through registers";
  if (Plan.Shape == LoopShape::Peel)
    return "the loop of the threads that compute has no last tile to peel";
  if (Facts.Loop->isBodyFirst() || Facts.ConditionWrites)
    return "the loop's header cannot be written twice";
  if (Facts.Units[Facts.LoadBarrier].Added ||
      Facts.Units[Facts.TrailingBarrier].Added)
    return "the source lacks a barrier";
  if (llvm::any_of(Facts.Tiles, [](const Tile &T) { return T.Dynamic; }))
    return "a tile lies in dynamic shared memory";
  if (Plan.KeepTrailingBarrier)
    return "what stands after the loop relies on its last barrier";
  return Answer::yes();
}

} // namespace pipeline_rewrite
