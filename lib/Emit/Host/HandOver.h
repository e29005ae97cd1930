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
};

/// Fails in \p T where a launch is written in a macro.
EditSet handOver(LoopText &T, llvm::ArrayRef<const LaunchSite *> Sites,
                 const LaunchFunctions &To);

} // namespace pipeline_rewrite
#endif
