//===- LaunchHints.h - What the text says of a kernel's launches ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch that the original runs under without a fault is found by trying;
// hints decide what is tried first. A wrong hint costs time, nothing else.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTION_LAUNCHHINTS_H
#define PIPELINE_REWRITE_EXECUTION_LAUNCHHINTS_H

#include "Analyse/Host/Launches.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>
#include <string>

namespace pipeline_rewrite {

using BlockShape = std::array<uint32_t, 3>;

struct LaunchHints {
  std::vector<LaunchInView> Launches;
  uint32_t MaxThreads = 0;              ///< of `__launch_bounds__`; 0: none
  std::optional<uint32_t> Threads;      ///< the user's word (`--block`)
  std::optional<uint32_t> DynamicBytes; ///< likewise (`--dynamic-smem`)
  /// Numbers from 2 to 1024 that the code is written with: extents of shared
  /// arrays, template arguments, constants; each once, in this order.
  std::vector<uint32_t> Numbers;
  std::set<std::string> Factors; ///< indexFactors()
  bool UsesThreadY = false, UsesThreadZ = false;
  bool UsesBlockY = false, UsesBlockZ = false;
  bool UsesGridX = false; ///< how many blocks there are
};

/// Of a kernel and all that it calls.
LaunchHints hintsOf(const clang::FunctionDecl *Kernel,
                    llvm::ArrayRef<const clang::FunctionDecl *> Reached,
                    const Launches &Known);

/// Block shapes of launches in view that the kernel and the user allow, each
/// once.
std::vector<BlockShape> blocksInView(const LaunchHints &Hints);

/// Block shapes worth a try: those, then the most likely first, each once.
std::vector<BlockShape> likelyBlocks(const LaunchHints &Hints);

} // namespace pipeline_rewrite
#endif
