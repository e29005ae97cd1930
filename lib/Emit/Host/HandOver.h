//===- HandOver.h - Launches become calls of what launches ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//
//   gemm<<<grid, block>>>(A, …)       becomes  launch_gemm(grid, block, 0, 0,
//                                              A, …)
//   cudaLaunchKernel(gemm, …)         becomes  call_gemm(…)
//   cudaLaunchKernelEx(&c, gemm, …)   becomes  configure_gemm(&c, …)
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_HANDOVER_H
#define PIPELINE_REWRITE_EMIT_HANDOVER_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// What takes the place of <<<…>>>, of cudaLaunchKernel() and of
/// cudaLaunchKernelEx(); empty if there is no such launch.
struct LaunchFunctions {
  std::string Launcher, Caller, Configurer;
  /// `::name::`, where they are named with all that they stand in, so that no
  /// member, argument or nearer namespace brings another of the name; empty if
  /// they are not.
  std::string Scope;
};

/// What keeps `::` at \p At apart from a colon.
inline llvm::StringRef spaceBefore(unsigned At, llvm::StringRef Text) {
  return At && Text[At - 1] == ':' ? " " : "";
}

/// Fails in \p T where a launch is written in a macro.
EditSet handOver(LoopText &T, llvm::ArrayRef<const LaunchSite *> Sites,
                 const LaunchFunctions &To);

} // namespace pipeline_rewrite
#endif
