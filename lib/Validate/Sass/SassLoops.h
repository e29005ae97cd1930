//===- SassLoops.h - The control flow of one function's code --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_SASSLOOPS_H
#define PIPELINE_REWRITE_VALIDATE_SASSLOOPS_H

#include "Validate/Sass/SassReader.h"

namespace pipeline_rewrite {

/// A natural loop: indices into the code.
struct SassCycle {
  size_t Header = 0, Branch = 0;
  /// Its instructions in an order in which each stands behind those that lead
  /// to it. Blocks that the compiler laid elsewhere are among them.
  std::vector<size_t> Order;
};

/// All loops, by header. Loops of one header are one.
std::vector<SassCycle> findCycles(llvm::ArrayRef<SassInstruction> Code);

} // namespace pipeline_rewrite
#endif
