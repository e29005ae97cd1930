//===- KernelCopies.h - Does a copy of a kernel mean the same? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KERNELCOPIES_H
#define PIPELINE_REWRITE_ANALYSE_KERNELCOPIES_H

#include "Analyse/Answer.h"
#include "clang/AST/Decl.h"

namespace pipeline_rewrite {

class SourceUnit;

/// Gives: no if a copy of the kernel would do another thing, wherever it is:
///        its text says its name or its place, or has what each kernel has of
///        its own.
/// Refuses: tma-kernel.
Answer meansSameInCopy(const clang::FunctionDecl *Kernel,
                       const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
