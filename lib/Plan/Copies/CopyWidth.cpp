//===- CopyWidth.cpp - How many bytes one copy of a tile moves ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Copies/CopyWidth.h"
#include "Plan/Instances.h"

using namespace clang;

namespace pipeline_rewrite {

/// Tile number \p I can be filled in chunks, each instance by itself.
static Answer canEachBeWide(llvm::ArrayRef<PlanInstance> Instances,
                            unsigned I) {
  Answer May;
  for (const LoopFacts &F : Instances)
    May.also(F.Tiles[I].CanBeWide);
  return May;
}

static bool canBeWide(llvm::ArrayRef<PlanInstance> Instances, unsigned I) {
  const LoopFacts &First = Instances.front();
  const WideLoop *Wide = First.findWide(First.Tiles[I].Var);
  // One text serves them all, and one tile of a loop is no other's loop.
  return Wide && llvm::all_of(Instances, [&](const LoopFacts &F) {
           const WideLoop *Other = F.findWide(F.Tiles[I].Var);
           return Other && Other->Elements == Wide->Elements &&
                  Other->Conditions.size() == Wide->Conditions.size();
         });
}

unsigned bytesOfCopy(const PlanInput &In, unsigned I) {
  if (In.Opts.Widen && canBeWide(In.Instances, I))
    return ChunkBytes;
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
         hasDependentElement(First, First.Tiles[I].Var);
}

void decideWidth(PipelinePlan &Plan, llvm::ArrayRef<PlanInstance> Instances) {
  for (unsigned I = 0; I < Plan.Tiles.size(); ++I) {
    TilePlan &T = Plan.Tiles[I];
    const std::string Name = "'" + T.Var->getNameAsString() + "' ";
    if (T.Copy == CopyKind::Register) {
      Plan.Deciding.push_back(Name + "is not widened: it goes through "
                                     "registers");
      continue;
    }
    if (!canBeWide(Instances, I)) {
      const Answer Each = canEachBeWide(Instances, I);
      Plan.Deciding.push_back(
          Name + "is not widened: " +
          (Each.isNo() ? Each.because()
                       : "its instances differ in how they copy it"));
      continue;
    }
    const LoopFacts &First = Instances.front();
    const Tile &Facts = First.Tiles[I];
    const WideLoop &Wide = *First.findWide(T.Var);
    T.Wide = true;
    if (Facts.DeclaredAlign < ChunkBytes)
      T.AddAlign = ChunkBytes;
    Plan.Deciding.push_back(
        Name + "is widened: a thread copies " + std::to_string(Wide.Elements) +
        " neighbours of its copy loop, which lie side by side in the tile and "
        "in the source; one by one where they are not aligned to " +
        std::to_string(ChunkBytes) + " bytes" +
        (Wide.Conditions.empty()
             ? ""
             : ", and the loop stays where its block or its rows do not fit"));
  }
  for (const WideLoop &W : Plan.Facts->WideLoops)
    if (llvm::all_of(W.Tiles,
                     [&](const VarDecl *V) { return Plan.findTile(V)->Wide; }))
      Plan.Chunks.push_back(&W);
}

} // namespace pipeline_rewrite
