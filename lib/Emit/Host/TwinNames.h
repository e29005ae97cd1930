//===- TwinNames.h - Names that a second kernel brings along --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_TWINNAMES_H
#define PIPELINE_REWRITE_EMIT_TWINNAMES_H

#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

/// The names of the maps are free, and the words of the functions that launch
/// mean what they mean to CUDA where these stand; else \p T fails.
bool areTwinNamesFree(LoopText &T, const clang::FunctionDecl *Kernel,
                      const KernelParts &Is);

} // namespace pipeline_rewrite
#endif
