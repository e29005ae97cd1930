//===- CopyRegion.h - What a kernel does once before a block barrier ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax only: nothing here says whether the statements fill a tile.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_COPYREGION_H
#define PIPELINE_REWRITE_MATCH_COPYREGION_H

#include "Frontend/SourceUnit.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace pipeline_rewrite {

/// Statements of one instance of a kernel that no loop holds and no barrier
/// divides, and the barrier behind them at their level.
struct CopyRegion {
  const clang::FunctionDecl *Function = nullptr;
  /// Statements and conditions that may run before the region.
  std::vector<const clang::Stmt *> Before;
  std::vector<const clang::Stmt *> Units;
  const clang::Stmt *Barrier = nullptr;
  /// A label, to which a goto may go from anywhere; nullptr if the kernel has
  /// none.
  const clang::Stmt *Label = nullptr;
};

/// A region as written once in the source, with all its instances.
struct CopyRegionSite {
  SourcePlace Place;                 ///< the barrier
  unsigned Offset = 0;               ///< of the barrier in the subject
  std::string Kernel;                ///< qualified name
  std::vector<CopyRegion> Instances; ///< none is a template's pattern
  /// The unit reads the file more than once, with a region here in another time
  /// than the first.
  bool ReadAgain = false;
};

/// Finds the regions of all kernels.
///
/// Takes:    a parsed unit.
/// Gives:    one site per barrier in the source, in its order; templates that
///           nothing instantiates give none.
/// Requires: the unit is about its main file.
std::vector<CopyRegionSite> findCopyRegions(const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
