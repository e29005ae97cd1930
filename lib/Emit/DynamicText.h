//===- DynamicText.h - Stages of dynamic shared memory --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_DYNAMICTEXT_H
#define PIPELINE_REWRITE_EMIT_DYNAMICTEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

/// Makes every launch of the kernel give the stages of the plan, and raises the
/// kernel's limit where the plan says so. Fails in \p T where that is written
/// in a macro.
void editLaunches(LoopText &T, EditSet &Out);

} // namespace pipeline_rewrite
#endif
