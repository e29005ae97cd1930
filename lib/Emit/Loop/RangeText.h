//===- RangeText.h - The test of what a loop touches, as text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_RANGETEXT_H
#define PIPELINE_REWRITE_EMIT_RANGETEXT_H

#include "Emit/Loop/LoopText.h"

namespace pipeline_rewrite {

struct RangeTestText {
  std::string Declarations; ///< whole lines
  std::string Condition;
};

RangeTestText renderRangeTest(LoopText &T, Names &Names);

} // namespace pipeline_rewrite
#endif
