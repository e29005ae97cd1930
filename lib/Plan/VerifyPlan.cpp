//===- VerifyPlan.cpp - The conditions of a plan --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PipelinePlan.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Every tile that the loop fills has a plan.
bool everyTilePlanned(const PipelinePlan &P) {
  return llvm::all_of(P.Facts->Tiles, [&](const Tile &T) {
    return P.findTile(T.Var) != nullptr;
  });
}

/// Asynchronous data lands while the tile before is read: it needs a buffer of
/// its own.
bool asyncHasSecondBuffer(const PipelinePlan &P) {
  return llvm::all_of(P.Tiles, [](const TilePlan &T) {
    return T.Copy == CopyKind::Register || T.Stages >= 2;
  });
}

/// cp.async moves 4, 8 or 16 bytes (PTX ISA, cp.async).
bool copySizesExist(const PipelinePlan &P) {
  return llvm::all_of(P.Tiles, [](const TilePlan &T) {
    return T.Copy == CopyKind::Register || T.CopyBytes == 4 ||
           T.CopyBytes == 8 || T.CopyBytes == 16;
  });
}

/// Elements of an earlier tile that a guard leaves in place are the same ones
/// only in one buffer.
bool staleTilesStaySingle(const PipelinePlan &P) {
  return llvm::all_of(P.Facts->Tiles, [&](const Tile &T) {
    return !T.Stale || P.findTile(T.Var)->Stages == 1;
  });
}

/// What the computation writes into a tile stays where it put it.
bool writtenTilesStaySingle(const PipelinePlan &P) {
  return llvm::all_of(P.Facts->Tiles, [&](const Tile &T) {
    return !T.InCompute.At || P.findTile(T.Var)->Stages == 1;
  });
}

/// Code outside the loop names the one array that the source declared.
bool tilesUsedOutsideStaySingle(const PipelinePlan &P) {
  return llvm::all_of(P.Facts->Tiles, [&](const Tile &T) {
    return !P.Instance->isTied(T) || P.findTile(T.Var)->Stages == 1;
  });
}

/// A ring is of asynchronous copies, with no tile of its loads but those.
bool ringIsAsync(const PipelinePlan &P) {
  return !P.isRing() || (P.usesAsync() && (P.Parts || !P.usesRegisters()));
}

/// Two distances are for a ring with tiles of both kinds: every load is in the
/// part that goes as far ahead as its tile.
bool partsFit(const PipelinePlan &P) {
  if (!P.Parts)
    return true;
  auto Fills = [&](const LoadPart &Part, CopyKind Kind) {
    return llvm::all_of(Part.Slice.Stores, [&](const TileStore &S) {
      return P.findTile(S.Tile)->Copy == Kind;
    });
  };
  return P.isRing() && P.hasRegisterTile() &&
         Fills(P.Parts->Near, CopyKind::Register) &&
         Fills(P.Parts->Ahead, CopyKind::Async) &&
         P.Parts->Near.Slice.Stores.size() +
                 P.Parts->Ahead.Slice.Stores.size() ==
             P.Facts->Stores.size() &&
         P.Parts->Near.Slice.Calls.size() + P.Parts->Ahead.Slice.Calls.size() ==
             P.Facts->Calls.size();
}

/// Copies go where they are issued without help. Other instances' threads may
/// not wait for each other.
bool holdsLoads(const PipelinePlan &P) {
  return !P.HoldLoads || (P.usesRegisters() && !P.Facts->ChoosesBarrier);
}

/// Only what is unrolled can be rolled.
bool rollsUnrolled(const PipelinePlan &P) {
  return !P.RollLoop || P.Facts->Loop->unrollHint();
}

/// What has a `#pragma unroll` gets no other.
bool unrollsRolled(const PipelinePlan &P) {
  return !P.UnrollLoop || (!P.Facts->Loop->unrollHint() && P.Stages > 1);
}

/// Stages in dynamic memory are those that the launches give.
bool launchesGrow(const PipelinePlan &P) {
  return llvm::all_of(P.Tiles, [&](const TilePlan &T) {
    bool Dynamic = P.Facts->findTile(T.Var)->Dynamic;
    const bool Grows = T.Home == TileHome::Launch;
    return Grows == (Dynamic && T.Stages > 1) &&
           (!Grows || (P.Instance->canGrow().isYes() && P.Launch.grows() &&
                       P.Launch.StageBytes));
  });
}

/// Tiles that become dynamic are the kernel's own, and the launches give what
/// all their stages take.
bool launchesGiveMoved(const PipelinePlan &P) {
  return !P.movesTiles() ||
         (P.Stages > 1 && P.Instance->moves().size() == P.Tiles.size() &&
          P.Launch.AtLeast >= P.memoryOf(*P.Instance).movedBytes(P.Stages));
}

/// What is stored from registers, and what the load barrier orders besides,
/// wants a barrier of all threads; and so do threads that the pipeline does not
/// count.
bool waitsSuffice(const PipelinePlan &P) {
  return !P.WaitIsBarrier ||
         (P.copies().Protocol.Acquires && !P.usesRegisters() &&
          !P.KeepLoadBarrier && P.Facts->Loop->Barriers.size() == 2);
}

/// A pipeline of the block waits for each of its threads.
bool wholeBlockCopies(const PipelinePlan &P) {
  return !P.copies().Protocol.WaitsForBlock || P.Facts->IsOfWholeBlock.isYes();
}

/// Tensor maps are a second kernel's parameters. They fill whole tiles, each in
/// its place: no barrier of the loop falls away but the one that published
/// them. What is no box goes through registers, or by cp.async of 16 bytes.
bool boxesFillTiles(const PipelinePlan &P) {
  if (P.copies().CopiesBoxes != P.Twin.has_value())
    return false;
  return !P.Twin || (P.WaitIsBarrier == P.isPartitioned() &&
                     P.Instance->areBoxes().isYes() &&
                     llvm::all_of(P.Tiles, [](const TilePlan &T) {
                       if (!T.Box)
                         return T.Copy == CopyKind::Register ||
                                T.CopyBytes == 16;
                       return T.Copy == CopyKind::Async &&
                              T.Box->Tile == T.Var && T.AddAlign >= 128 &&
                              T.Box->bytes() % 128 == 0 && T.isIndexed();
                     }));
}

/// Threads that copy have nothing to do but copies, and nobody waits for them
/// elsewhere. Some launch gives them.
bool partitionStands(const PipelinePlan &P) {
  return !P.isPartitioned() ||
         (P.WaitIsBarrier && P.Shape == LoopShape::Predicate &&
          P.Facts->Loop->Exits.empty() && P.Facts->Loop->Votes.empty() &&
          !P.KeepTrailingBarrier && P.Instance->canPartition().isYes() &&
          (P.Twin ? P.placedTiles().size() == P.Tiles.size()
                  : !P.Launch.grows() &&
                        !P.Facts->Partition.Launch.Sites.empty()));
}

/// Every launch has its threads within the bounds, and goes to this kernel.
bool boundsHold(const PipelinePlan &P) {
  return !P.Bounds ||
         (P.Bounds->Of.CanWrite.isYes() &&
          P.Bounds->Blocks > P.Bounds->Of.BlocksBefore && !P.isPartitioned() &&
          !P.Twin && (P.Bounds->Of.SaidThreads || P.Bounds->Of.Threads));
}

/// Fragments that are read ahead are needed for nothing that is read, and find
/// their tile.
bool fragmentsGoAhead(const PipelinePlan &P) {
  return !P.FragmentsAhead || (P.mayReadFragmentsAhead() && P.Stages >= 2 &&
                               P.Facts->Steps.CanReadAhead.isYes());
}

/// The source's loop stays where a test may choose it: no other kernel and no
/// other threads have the new one, and nothing behind it asks which one ran.
bool sourceCanStay(const PipelinePlan &P) {
  if (P.KeepSource != (P.Facts->Ranges || P.Launch.Test))
    return false;
  return !P.KeepSource ||
         (!P.Twin && !P.isPartitioned() &&
          llvm::none_of(P.Facts->Tiles, [&](const Tile &T) {
            return P.Instance->outsideUse(T) == OutsideUse::Last;
          }));
}

/// The split of the load slice succeeded.
bool phasesExist(const PipelinePlan &P) { return !P.Phases.CanSplit.isNo(); }

/// One buffer stays where it is, and several do not.
bool homesAreDecided(const PipelinePlan &P) {
  return llvm::all_of(P.Tiles, [](const TilePlan &T) {
    return (T.Home == TileHome::Source) == (T.Stages == 1);
  });
}

/// All tiles have the loop's number of buffers, or as many as its distance
/// wants.
bool stagesAgree(const PipelinePlan &P) {
  return llvm::all_of(P.Tiles, [&](const TilePlan &T) {
    return T.Stages == P.stagesOf(T, P.Stages);
  });
}

} // namespace

std::optional<std::string> PipelinePlan::verify() const {
  if (!everyTilePlanned(*this))
    return "a tile has no plan";
  if (!asyncHasSecondBuffer(*this))
    return "an asynchronous copy would overwrite the tile in use";
  if (!copySizesExist(*this))
    return "an asynchronous copy has a size that cp.async lacks";
  if (!staleTilesStaySingle(*this))
    return "a tile that keeps earlier elements is multi-buffered";
  if (!writtenTilesStaySingle(*this))
    return "a tile that the computation writes is multi-buffered";
  if (!tilesUsedOutsideStaySingle(*this))
    return "a tile used outside the loop is multi-buffered";
  if (!launchesGrow(*this))
    return "a tile in dynamic memory has stages that no launch gives";
  if (!launchesGiveMoved(*this))
    return "tiles become dynamic memory that no launch gives";
  if (!phasesExist(*this))
    return "the load slice was not split";
  if (!ringIsAsync(*this))
    return "a ring of stages needs asynchronous copies";
  if (!partsFit(*this))
    return "the loads are not parted as their tiles are";
  if (!holdsLoads(*this))
    return "there are no loads to hold before the computation";
  if (!rollsUnrolled(*this))
    return "there is no #pragma unroll to take out";
  if (!unrollsRolled(*this))
    return "the loop has a #pragma unroll, or one buffer";
  if (!waitsSuffice(*this))
    return "a barrier falls away that orders more than copies";
  if (!wholeBlockCopies(*this))
    return "the pipeline of the block waits for threads that may not come";
  if (!boxesFillTiles(*this))
    return "a tensor map does not fill what it is to fill";
  if (!partitionStands(*this))
    return "the threads that copy would be missed elsewhere";
  if (!boundsHold(*this))
    return "a launch may have more threads than the kernel's bounds";
  if (!fragmentsGoAhead(*this))
    return "fragments are read of a tile that is not there";
  if (!sourceCanStay(*this))
    return "the source's loop cannot stand beside the new one";
  if (!stagesAgree(*this))
    return "tiles differ in their number of buffers";
  if (!homesAreDecided(*this))
    return "there is no place for the buffers of a tile";
  return std::nullopt;
}

} // namespace pipeline_rewrite
