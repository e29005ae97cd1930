//===- FormsText.h - Forms of a kernel, chosen where it is launched -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source's kernel stays as it is. Behind it come kernels that are its
// forms, and functions that launch the fastest (embedded/pipeline_dispatch.h):
//
//   __global__ void gemm(const float *A, …, int K) {…}
//   __global__ void gemm_form1(const float *A, …, int K) {…}
//   static void launch_gemm(dim3 grid, …, const float *A, …, int K) {…}
//
//   gemm<<<grid, block>>>(A, …)   becomes   ::launch_gemm(grid, block, 0, 0, A,
//   …)
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_FORMSTEXT_H
#define PIPELINE_REWRITE_EMIT_FORMSTEXT_H

#include "Emit/EditSet.h"
#include "Emit/Source/Names.h"
#include "Plan/PipelinePlan.h"
#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {

/// A loop that is planned, and what its rewrite in place changes.
struct FormOfLoop {
  const PipelinePlan *Plan = nullptr;
  const LoopSchedule *Schedule = nullptr;
  const EditSet *Edits = nullptr;
};

/// One form: every loop of the kernel that it changes.
struct KernelForm {
  std::string Is; ///< for a person
  std::vector<FormOfLoop> Loops;
};

struct KernelForms {
  std::vector<KernelForm> Forms; ///< at least one
  std::vector<const LaunchSite *> Sites;
  std::vector<const clang::DeclRefExpr *> Loads; ///< LaunchSites::Loads
  /// Parameters that decide the number of tiles.
  std::vector<const clang::ParmVarDecl *> Tiles;
};

/// The header that measures launches, as one file.
std::string dispatchHeaderText();

/// Gives:   no if a form changes more of the file than the kernel's own text
///          and the memory that its launches give.
Answer canStandBeside(const KernelForm &Form, const SourceUnit &Unit);

/// Gives:   the edits, but for what they include.
/// Refuses: code-in-macro, name-conflict, conditional-compilation.
/// Requires: canStandBeside(), of all its forms.
std::variant<EditSet, Refusal> emitForms(const KernelForms &Of,
                                         const SourceUnit &Unit, Names &Names);

} // namespace pipeline_rewrite
#endif
