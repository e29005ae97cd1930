//===- AsyncTargets.h - Whether every target has cp.async -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text is compiled for all targets. Where one of them lacks cp.async, a
// copy is a load and a store at once there, before the computation: the loop
// hides nothing and does more than it did. So nobody is given it unasked.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_ASYNCTARGETS_H
#define PIPELINE_REWRITE_PLAN_ASYNCTARGETS_H

#include "Plan/PlanInstance.h"

namespace pipeline_rewrite {

/// Whether each of these has cp.async in hardware.
bool allHaveAsyncCopy(llvm::ArrayRef<std::string> Archs);

/// Which of these lack it: "sm_75 has no cp.async; --arch=sm_80 leaves it out".
/// Requires: not allHaveAsyncCopy().
std::string whyNoAsyncCopy(llvm::ArrayRef<std::string> Archs);

/// The same of forms that are no candidates, if some target has cp.async and a
/// tile of the loop could be copied by it; else empty.
std::string asyncFormsLeftOut(llvm::ArrayRef<PlanInstance> Instances,
                              llvm::ArrayRef<std::string> Archs);

} // namespace pipeline_rewrite
#endif
