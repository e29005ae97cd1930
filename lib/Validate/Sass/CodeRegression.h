//===- CodeRegression.h - What speaks against a kernel's new code ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules on registers, blocks and instructions before and after. Figures behind
// them: docs/measurements.md, "Compiled code and time".
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_CODEREGRESSION_H
#define PIPELINE_REWRITE_VALIDATE_CODEREGRESSION_H

#include "Options/Options.h"
#include "Options/Refusal.h"
#include "Validate/Code/KernelCode.h"

namespace pipeline_rewrite {

struct CodeRegression {
  RefusalId Id;
  std::string Text; ///< a sentence
  /// The form will do if there is none better.
  bool Tolerable = false;
  std::string Advice = {}; ///< in place of that of the id
};

/// Of a kernel with FusedOtherwise.
std::string fusedText(const KernelCode &Kernel);

/// The first rule that a kernel's new code breaks; nullopt if it breaks none.
std::optional<CodeRegression> findRegression(const KernelCode &Kernel,
                                             const Options &Opts);

} // namespace pipeline_rewrite
#endif
