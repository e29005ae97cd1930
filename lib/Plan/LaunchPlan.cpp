//===- LaunchPlan.cpp - What launches give a kernel -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/LaunchPlan.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

NewBytes LaunchPlan::ofSite(const LaunchSite &Site) const {
  const bool AreEnough =
      Site.Constant &&
      llvm::all_of(Site.Values, [&](auto B) { return B >= AtLeast; });
  return AreEnough ? NewBytes::Same : NewBytes::Least;
}

} // namespace pipeline_rewrite
