//===- ComparedForm.h - A form of a loop beside the others ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What was compiled, and how fast it is predicted to be. Data for the report.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_COMPAREDFORM_H
#define PIPELINE_REWRITE_VALIDATE_COMPAREDFORM_H

#include "Validate/Code/KernelCode.h"
#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {

struct ComparedKernel {
  KernelCode Code;
  CandidateFacts Facts;
  bool IsSameCode = false; ///< as the original's
  /// Of the block with which it was run, where no launch is in view; else 0.
  unsigned ThreadsOfRun = 0;
  Prediction Time;
};

struct ComparedForm {
  LoopForm Form;
  bool IsRolled = false;
  std::string Text; ///< PipelinePlan::summary()
  bool IsChosen = false;
  /// On each architecture; none if it was not compiled.
  std::vector<ComparedKernel> Kernels;
  /// That of the kernel that gains least; nullopt without kernels.
  std::optional<Prediction> Time;
  std::string WhyNot; ///< why it has none, or why it cannot be taken
};

/// "x0.93 +- 0.03".
std::string textOf(const Prediction &Time);

} // namespace pipeline_rewrite
#endif
