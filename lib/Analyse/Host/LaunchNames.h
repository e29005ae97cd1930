//===- LaunchNames.h - Does a launch mean one kernel in every build? ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHNAMES_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHNAMES_H

#include "Analyse/Host/LaunchSites.h"

namespace pipeline_rewrite {

/// Another compiler or another build may read other directives. So of all texts
/// of the unit that are no system's, whatever their directives discard, no
/// other function may have the kernel's name, and a launch may call nothing
/// but what a system declares.
///
/// Refuses: tma-kernel, tma-launches.
Answer isOneInAllBuilds(const clang::FunctionDecl *Kernel,
                        const LaunchSites &Launches, const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
