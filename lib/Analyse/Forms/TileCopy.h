//===- TileCopy.h - A tile that is loaded once, before a barrier ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TILECOPY_H
#define PIPELINE_REWRITE_ANALYSE_TILECOPY_H

#include "Analyse/AnalysisInput.h"
#include "Analyse/LoopFacts.h"
#include "Match/CopyRegion.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

/// A store of a region that is a statement of its own.
struct RegionStore : TileStore {
  unsigned Unit = 0; ///< index of the region's unit that holds it
  /// Stands between braces, or is the whole body of a loop: an `if` with an
  /// `else` may take its place.
  bool InBlock = false;
};

/// A shared array that a region fills from global memory.
struct TileCopy {
  const CopyRegion *Region = nullptr;
  const clang::VarDecl *Tile = nullptr;
  std::vector<RegionStore> Stores; ///< all assignments to it, in their order
  unsigned Bytes = 0; ///< of the narrowest copy; 0 if there is none
  /// Why it must stay as it is; nullopt: each store with a RawSource may be
  /// asynchronous, if its thread waits in front of the barrier.
  std::optional<Refusal> Reason;
  std::shared_ptr<EffectsCollector> Collector; ///< of the region's kernel
  std::shared_ptr<const OtherBuilds> Builds;   ///< that have the region
};

/// Finds the tiles that a region fills from global memory by assignments, in
/// the order of their first ones.
///
/// Takes:    the kernel's loops that are pipelined already: what a region fills
///           of their tiles is the first tile of such a loop.
/// Refuses:  what docs/refusals.md says of tiles that are loaded once: the
///           tile is used, or the thread leaves or synchronises, between copy
///           and barrier; an element is stored to twice; the source may have
///           been written; the value is no raw copy.
/// Requires: \p Region outlives what is given.
std::vector<TileCopy>
analyseTileCopies(const CopyRegion &Region,
                  llvm::ArrayRef<const clang::Stmt *> Pipelined,
                  const SourceUnit &Unit, const AnalysisInput &Asked);

} // namespace pipeline_rewrite
#endif
