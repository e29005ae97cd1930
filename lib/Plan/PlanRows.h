//===- PlanRows.h - How far apart the rows of tiles lie -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PLAN_PLANROWS_H
#define PIPELINE_REWRITE_PLAN_PLANROWS_H

#include "Analyse/Forms/TileRows.h"
#include "Options/Options.h"
#include <functional>

namespace pipeline_rewrite {

/// A kernel that has tiles, in an instance of its template.
struct KernelRows {
  std::string Name;
  unsigned Threads = 0;               ///< of a block; 0: any
  uint64_t StaticBytes = 0;           ///< at most
  std::vector<uint64_t> DynamicBytes; ///< of each launch
  Answer CanGrow;                     ///< its launches and builds are known
  bool KeepsBlocks = false;           ///< it may not lose one
  uint64_t Wavefronts = 0; ///< of all its accesses of shared memory; 0: it was
                           ///< not counted
};

/// A tile as written once in the source.
struct TileToLayOut {
  std::vector<TileRows> Instances;
  std::vector<size_t> Kernels; ///< that have it, of all instances
  /// Of all its counted accesses, with so many elements behind each row.
  std::function<uint64_t(unsigned)> Wavefronts;
};

struct RowPlan {
  unsigned Pad = 0; ///< elements behind each row
  Answer IsPadded;  ///< or why it is not
};

/// Takes: the tiles, and all kernels that have them.
/// Gives: a plan for each tile: the fewest elements that leave the fewest
///        wavefronts, as long as no kernel loses blocks.
/// Refuses: row-length-relied-on, code-in-macro, conflicts-not-counted,
///          no-conflicts-less, shared-memory-exceeded, occupancy-loss; what
///          KernelRows::CanGrow says.
std::vector<RowPlan> planRows(llvm::ArrayRef<TileToLayOut> Tiles,
                              llvm::ArrayRef<KernelRows> Kernels,
                              const Options &Opts);

} // namespace pipeline_rewrite
#endif
