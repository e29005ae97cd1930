//===- FormsLauncher.h - What launches one of a kernel's forms ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_FORMSLAUNCHER_H
#define PIPELINE_REWRITE_EMIT_FORMSLAUNCHER_H

#include "Emit/Host/HandOver.h"
#include "Emit/Host/KernelForms.h"
#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

struct FormsNames : LaunchFunctions {
  std::vector<std::string> Kernels; ///< of the forms
  std::string Forms;                ///< gives all that is known of them
};

/// Whole functions, behind the forms: one that gives all that is known of them,
/// and those that launch. Fails in \p T where the kernel's parameters cannot be
/// named anew.
std::string launchersText(LoopText &T, const KernelForms &Of,
                          const KernelParts &Is, const FormsNames &Are);

} // namespace pipeline_rewrite
#endif
