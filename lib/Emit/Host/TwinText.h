//===- TwinText.h - A second kernel, chosen at run time -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. The source's kernel stays as it is. Behind it come its
// rewritten copy, which is given tensor maps besides, and a function that makes
// these and launches one of the two:
//
//   __global__ void gemm(const float *A, …) {…}
//   __global__ void gemmTma(const float *A, …, const __grid_constant__
//                           CUtensorMap AsMap) {…}
//   static void launch_gemm(dim3 grid, …, const float *A, …) {…}
//
//   gemm<<<grid, block>>>(A, …)   becomes   launch_gemm(grid, block, 0, 0, A,
//   …)
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_TWINTEXT_H
#define PIPELINE_REWRITE_EMIT_TWINTEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

/// \p Edits as those of a second kernel. Fails in \p T where the kernel or a
/// launch cannot be written once more.
EditSet writeTwin(LoopText &T, const KernelTwin &Twin, const EditSet &Edits,
                  Names &Names);

} // namespace pipeline_rewrite
#endif
