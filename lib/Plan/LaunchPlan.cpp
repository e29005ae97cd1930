//===- LaunchPlan.cpp - What launches give a kernel -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/LaunchPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace pipeline_rewrite {

uint64_t LaunchPlan::bytes(uint64_t Before) const {
  if (AtLeast)
    return std::max(Before, AtLeast);
  return Stages > 1 ? llvm::alignTo(Before, StageUnit) * Stages : Before;
}

NewBytes LaunchPlan::ofSite(const LaunchSite &Site) const {
  auto Always = [&](auto Holds) {
    return Site.Constant && llvm::all_of(Site.Values, Holds);
  };
  if (AtLeast)
    return Always([&](uint64_t Bytes) { return Bytes >= AtLeast; })
               ? NewBytes::Same
               : NewBytes::Least;
  return Always([&](uint64_t Bytes) { return Bytes % StageUnit == 0; })
             ? NewBytes::Times
             : NewBytes::RoundedTimes;
}

} // namespace pipeline_rewrite
