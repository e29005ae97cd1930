//===- CompilerWords.h - Macros that compilers define ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_COMPILERWORDS_H
#define PIPELINE_REWRITE_FRONTEND_COMPILERWORDS_H

#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// True of predefined macros that differ between compilers, their versions,
/// architectures or uses, as `__CUDA_ARCH__` and `__COUNTER__`.
bool isBuildWord(llvm::StringRef Name);

/// Reserved for compilers and libraries. None calls anything `_FP32_`, but for
/// guards of headers: such a name is given with the command.
bool isReserved(llvm::StringRef Name);

} // namespace pipeline_rewrite
#endif
