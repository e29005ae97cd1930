//===- Instructions/WholeWarp.h - Instructions of 32 threads --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_WHOLEWARP_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_WHOLEWARP_H

#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {

/// `.aligned`: "all threads in the warp must execute the same instruction" (PTX
/// ISA, ldmatrix, mma, wmma). Stops the block if \p Lanes are not all of them:
/// some have exited, or the block ends within the warp.
inline bool isWholeWarp(Block &B, unsigned Warp, uint32_t Lanes,
                        const Instruction &I) {
  if (Lanes == ~0u)
    return true;
  B.stop(HazardKind::BarrierDivergence,
         B.thread(Warp * 32 + unsigned(__builtin_ctz(Lanes))), I,
         "an instruction of the whole warp is run by " +
             std::to_string(__builtin_popcount(Lanes)) + " threads");
  return false;
}

} // namespace pipeline_rewrite::executor
#endif
