//===- CopyWidth.cpp - How many bytes one copy of a tile moves ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CopyWidth.h"
#include "Plan/Instances.h"

using namespace clang;

namespace pipeline_rewrite {

unsigned bytesOfCopy(const PlanInput &In, unsigned I) {
  unsigned Least = 16;
  for (const LoopFacts &F : In.Instances)
    Least = std::min(Least, F.Tiles[I].CopyBytes);
  return Least;
}

bool copySizeVaries(llvm::ArrayRef<PlanInstance> Instances, unsigned I) {
  const LoopFacts &First = Instances.front();
  return llvm::any_of(Instances,
                      [&](const LoopFacts &F) {
                        return F.Tiles[I].CopyBytes != First.Tiles[I].CopyBytes;
                      }) ||
         hasElementOfOthers(First, First.Tiles[I].Var);
}

} // namespace pipeline_rewrite
