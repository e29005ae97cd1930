//===- Hazards/HazardLog.cpp - Collects reports ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Hazards/HazardLog.h"

namespace pipeline_rewrite::executor {

void HazardLog::add(Hazard H) {
  Hard |= H.How == Severity::Hard;
  if (OnNew)
    OnNew(H);
  Hazards.push_back(std::move(H));
}

} // namespace pipeline_rewrite::executor
