//===- KernelParts.h - Where the parts of a kernel's text are -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_KERNELPARTS_H
#define PIPELINE_REWRITE_EMIT_KERNELPARTS_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

struct KernelParts {
  TextRange Whole, Parameters; ///< without the parentheses
  unsigned NameAt = 0, BodyAt = 0;
  /// `template <…>`, a line, and `<…>`, where the kernel is a template.
  std::string Header, Instance;
};

/// Of a kernel that is written once more; nullopt, and \p T fails, if it
/// cannot be.
std::optional<KernelParts> findKernelParts(LoopText &T,
                                           const clang::FunctionDecl *Kernel);

} // namespace pipeline_rewrite
#endif
