//===- OpenLoop.h - Copy loops of as many rounds as a run says ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = threadIdx.x; i < N; i += blockDim.x)
//     As[i] = A[k + i] * scale;
//
// How many rounds there are is known when the kernel runs. Registers can hold
// the first of them, and the others are copied when these are stored.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_OPENLOOP_H
#define PIPELINE_REWRITE_ANALYSE_OPENLOOP_H

#include "Analyse/Memory/Effects.h"
#include "Analyse/Numbers/CopyLoop.h"
#include <array>

namespace pipeline_rewrite {

/// The shapes of block that all launches give; empty if they are not known.
using FindBlocks =
    llvm::function_ref<llvm::ArrayRef<std::array<unsigned, 3>>()>;

/// \p For as a loop whose Trips wait in registers, and which may have more
/// rounds: as many as the blocks of the launches need, 16 at most, and where
/// these are not known, as many as 256 threads need. nullopt if its rounds
/// cannot be counted from its start: the bound or the step may change, or what
/// is counted does not fit.
std::optional<CopyLoop> describeOpenLoop(const clang::ForStmt *For,
                                         EffectsCollector &Collector,
                                         const clang::ASTContext &Context,
                                         PassedValues Passed,
                                         FindBlocks Blocks);

} // namespace pipeline_rewrite
#endif
