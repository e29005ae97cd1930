//===- Profile.h - What Nsight Compute measured of kernels ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of `--profile=FILE`: the raw page that ncu exports as CSV, a line for each
// launch. The metrics and what they mean: "Nsight Compute CLI", section
// "Metrics", and "Kernel Profiling Guide", sections "Warp Scheduler States" and
// "Metrics Decoder".
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PROFILE_H
#define PIPELINE_REWRITE_PROFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// All launches of a kernel, each as important as the time that it took.
struct KernelProfile {
  /// As ncu prints it: mangled, or with parameters, or without.
  std::string Kernel;
  /// Part of its warps' time, 0 to 1, in which they wait for values of global
  /// or local memory, or at a barrier of the block.
  double Waits = 0;
  /// Part of what the unit can do that is busiest: issue slots, L1 and shared
  /// memory, L2, device memory, the SM as a whole. 0 to 1.
  double Busiest = 0;
  double Nanoseconds = 0; ///< of all launches

  /// What hidden loads can save at most: the time in which warps wait, as far
  /// as no unit is busy in it.
  double headroom() const { return std::min(Waits, 1 - Busiest); }
};

/// The command that writes such a file.
std::string profileCommand();

/// Fails: no such file, or a column is missing; the message has the command.
llvm::Expected<std::vector<KernelProfile>> readProfile(llvm::StringRef Path);

/// Of the kernel with this symbol; null if the file has no launch of it.
const KernelProfile *findProfile(llvm::ArrayRef<KernelProfile> All,
                                 llvm::StringRef Symbol);

} // namespace pipeline_rewrite
#endif
