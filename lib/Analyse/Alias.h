//===- Alias.h - What stores of a loop may be to what it loads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ALIAS_H
#define PIPELINE_REWRITE_ANALYSE_ALIAS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

bool isGlobalMemory(const Access &Acc);

} // namespace pipeline_rewrite
#endif
