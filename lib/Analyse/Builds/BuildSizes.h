//===- BuildSizes.h - Sizes that another build makes others ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BUILDSIZES_H
#define PIPELINE_REWRITE_ANALYSE_BUILDSIZES_H

#include "Analyse/Host/LaunchSites.h"

namespace pipeline_rewrite {

/// Whether numbers that were found in a kernel and its launches hold in every
/// build: sizes of tiles, strides, threads of a block, bytes. No, where they
/// depend on a macro that the command line defines, or that an #if asks for:
/// `#ifndef BK / #define BK 32 / #endif` and `-DBK=64`.
///
/// Takes: the kernel; its launches, of which the blocks and the bytes are
///        asked.
Answer haveAllBuildsItsSizes(const clang::FunctionDecl *Kernel,
                             const LaunchSites &Launches,
                             const SourceUnit &Unit);

/// Whether the numbers of a kernel hold in every build, which may give its
/// elements another type.
Answer haveAllBuildsItsNumbers(const clang::FunctionDecl *Kernel,
                               const SourceUnit &Unit);

/// The same of all that a kernel and its launches say: its head, the types of
/// its parameters, and the macros that are given a launch.
Answer haveAllBuildsItsText(const clang::FunctionDecl *Kernel,
                            const LaunchSites &Launches,
                            const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
