//===- CompareSass.h - Did the compiler keep the pipeline? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPARESASS_H
#define PIPELINE_REWRITE_VALIDATE_COMPARESASS_H

#include "Validate/Code/KernelCode.h"
#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {

/// Block barriers that each tile passes.
struct TileBarriers {
  unsigned Before = 2, After = 1;
  bool BehindLoads = false; ///< one is meant to stand before the computation
  bool ByMaps = false;      ///< tensor maps are meant to copy tiles
  /// The loop stays beside the rewritten one as it was.
  bool KeepsSource = false;
};

/// Takes: a kernel's code before and after; the floating-point operations of
/// one
///        thread and tile (LoopFacts::Operations), 0 if unknown.
SassChange compareSass(llvm::ArrayRef<SassInstruction> Before,
                       llvm::ArrayRef<SassInstruction> After,
                       const TileBarriers &Barriers, double Operations = 0);

/// The loop with most math of one kernel, for a tile: its operations as above;
/// \p KeepsSource: as in TileBarriers.
TileFacts tileFacts(llvm::ArrayRef<SassInstruction> Code,
                    unsigned BarriersPerTile, double Operations,
                    bool KeepsSource = false);

} // namespace pipeline_rewrite
#endif
