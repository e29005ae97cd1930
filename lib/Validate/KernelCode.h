//===- KernelCode.h - What the compiler made of a kernel ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before and after, on one architecture. Data for the report.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_KERNELCODE_H
#define PIPELINE_REWRITE_VALIDATE_KERNELCODE_H

#include "Validate/ResourceUsage.h"
#include "Validate/SassReader.h"

namespace pipeline_rewrite {

/// Loops with a barrier that load and compute, by address.
struct SassChange {
  std::vector<SassLoop> Before, After;
  bool LoadsMoved = false; ///< behind the computation; among the findings
  /// What the compiler undid or added, one sentence each; empty if the new
  /// loops are what was meant.
  std::vector<std::string> Findings;
};

struct KernelCode {
  std::string Arch;     ///< "sm_86"
  std::string Instance; ///< "gemm<128, 128, 8>"; as compiled if not known
  std::string Symbol;   ///< mangled
  ResourceUsage Before, After;
  /// Resident blocks per SM with these registers; nothing if the block's size
  /// is not known.
  std::optional<unsigned> BlocksBefore, BlocksAfter;
  /// More blocks are lost than a pipeline is expected to make up for
  /// (pipelineMakesUpFor()).
  bool LosesBlocks = false;
  std::optional<SassChange> Sass; ///< with --verify=sass, if the code changed
};

} // namespace pipeline_rewrite
#endif
