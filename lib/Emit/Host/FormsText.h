//===- FormsText.h - Forms of a kernel, chosen where it is launched -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source's kernel stays as it is. Behind it come kernels that are its
// forms, and functions that launch the fastest (embedded/pipeline_dispatch.h):
//
//   __global__ void gemm(const float *A, …, int K) {…}
//   __global__ void gemm_form1(const float *A, …, int K) {…}
//   static void pipeline_dispatch_gemm(dim3 grid, …, const float *A, …) {…}
//
//   gemm<<<grid, block>>>(A, …)   becomes
//   ::pipeline_dispatch_gemm(grid, block, 0, 0, A, …)
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_FORMSTEXT_H
#define PIPELINE_REWRITE_EMIT_FORMSTEXT_H

#include "Emit/Host/KernelForms.h"
#include "Emit/Source/Names.h"

namespace pipeline_rewrite {

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
