//===- KernelTwins.h - May a kernel have a second one beside it? ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy of a kernel, with further parameters, is launched in its place by a
// function that chooses at run time. So the copy must do what the kernel does
// wherever it stands, and every launch must be one that can be handed over.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KERNELTWINS_H
#define PIPELINE_REWRITE_ANALYSE_KERNELTWINS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// Gives: the launches, in \p Launches.
/// Refuses: tma-kernel, tma-launches.
Answer findTwinLaunches(const LoopAnalysis &A, LaunchSites &Launches);

/// The same asked of a kernel, and of one of its launches.
Answer canHaveForms(const clang::FunctionDecl *Kernel, const SourceUnit &Unit);
Answer canHandOver(const LaunchSite &Site, const clang::FunctionDecl *Kernel,
                   const SourceUnit &Unit);

/// Another call that \p Ref gives the kernel may load its forms as well.
Answer canLoadForms(const clang::DeclRefExpr &Ref,
                    const clang::FunctionDecl *Kernel, const SourceUnit &Unit);

/// What one of the tool's own functions launches in place of \p Kernel, in
/// words; empty if there is no such function.
std::string formsBeside(const clang::FunctionDecl *Kernel,
                        const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
