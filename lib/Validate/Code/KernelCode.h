//===- KernelCode.h - What the compiler made of a kernel ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before and after, on one architecture. Data for the report.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_KERNELCODE_H
#define PIPELINE_REWRITE_VALIDATE_KERNELCODE_H

#include "Budget/Budget.h"
#include "Validate/Sass/ResourceUsage.h"
#include "Validate/Sass/SassReader.h"

namespace pipeline_rewrite {

/// What a warp does for one tile.
struct TileWork {
  double Instructions = 0;
  double Reads = 0; ///< instructions that read shared memory
  /// It is not known how often a loop of the computation runs: once is counted.
  bool IsLeast = false;
  unsigned Tiles = 1; ///< of a pass: more if the compiler unrolled the loop
};

/// As many times the instructions a tile may take where it goes through
/// registers; those of asynchronous copies do not wait for what they ask for.
constexpr double MoreInstructions = 1.5;

/// Loops with a barrier that load and compute, by address.
struct SassChange {
  std::vector<SassLoop> Before, After;
  bool LoadsMoved = false; ///< behind the computation; among the findings
  /// A loop of the tiles is not among After, so that nothing is known of it;
  /// among the findings.
  bool IsUnjudged = false;
  /// Of the loops with most math; zeros where there is none.
  TileWork WorkBefore, WorkAfter;
  /// What the compiler undid or added, one sentence each; empty if the new
  /// loops are what was meant.
  std::vector<std::string> Findings;
};

struct KernelCode {
  std::string Arch;     ///< "sm_86"
  std::string Instance; ///< "gemm<128, 128, 8>"; as compiled if not known
  std::string Symbol;   ///< mangled
  /// Of the new code, where that is a second kernel's; else empty.
  std::string Twin;
  ResourceUsage Before, After;
  /// Resident blocks per SM with these registers; nothing if the block's size
  /// is not known.
  std::optional<unsigned> BlocksBefore, BlocksAfter;
  /// Of one block; 0 if its size is not known, or if so few blocks run that
  /// most SMs have none.
  unsigned Warps = 0;
  /// What may become of the blocks that are lost (judgeLostBlocks()).
  BlockLoss Loss = BlockLoss::None;
  /// The tool chooses the loop's form, and the loop is the only one of this
  /// kernel that is rewritten: it is left alone if its code promises nothing.
  /// Only with Sass.
  bool MayBeJudged = false;
  std::optional<SassChange> Sass; ///< with --verify=sass, if the code changed
  std::string FusedOtherwise;     ///< fusedOtherwise(), if both were read
};

} // namespace pipeline_rewrite
#endif
