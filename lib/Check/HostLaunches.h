//===- HostLaunches.h - Launches as the host code makes them --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grid, block, arguments and sizes of buffers of a launch, computed as the host
// computes them. What a run decides, a parameter of the host function or a
// number that is read, is assumed, and everything else follows from it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHECK_HOSTLAUNCHES_H
#define PIPELINE_REWRITE_CHECK_HOSTLAUNCHES_H

#include "Execution/KernelSignature.h"
#include "clang/AST/ASTContext.h"
#include <array>
#include <map>
#include <optional>

namespace pipeline_rewrite {

struct HostLaunch {
  std::array<uint32_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint32_t DynamicBytes = 0;
  /// Of each parameter by position: its number, or the bytes that are allocated
  /// behind a pointer; nothing for what the host code does not tell.
  std::vector<std::optional<int64_t>> Arguments;
  /// By names in the host code, what was assumed.
  std::map<std::string, int64_t> Assumed;
  unsigned Line = 0; ///< of the launch
  unsigned Site = 0; ///< which launch of the kernel, in the order of the text
};

/// Which numbers are assumed.
enum class AssumedSizes {
  Small,
  Even,   ///< multiples of every usual tile
  Uneven, ///< multiples of nothing
  Last = Uneven
};

/// Every launch of \p Kernel whose grid and block can be computed.
/// Never: gives one that a condition before or around it excludes.
std::vector<HostLaunch> hostLaunches(const clang::FunctionDecl *Kernel,
                                     AssumedSizes Sizes);

} // namespace pipeline_rewrite
#endif
