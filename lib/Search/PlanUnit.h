//===- PlanUnit.h - What the chain alone would make of a text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLANUNIT_H
#define PIPELINE_REWRITE_PLANUNIT_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// The chain from Match to Emit: what rewriteUnit() would make of each loop,
/// for those who show it while the text still changes. Never: to be written. No
/// one has parsed the new text.
UnitResult planUnit(const SourceUnit &Unit, const Options &Opts);

} // namespace pipeline_rewrite
#endif
