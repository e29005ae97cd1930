//===- LaunchLimits.h - Limits that stand before launches -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAUNCHLIMITS_H
#define PIPELINE_REWRITE_ANALYSE_LAUNCHLIMITS_H

#include "Analyse/Host/LaunchSites.h"

namespace pipeline_rewrite {

/// Sets LaunchSite::BehindLimit: a statement of the same block, or of one
/// around it, sets a limit before the launch, under no condition of its own.
void findLimitsBefore(LaunchSites &Sites, clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
