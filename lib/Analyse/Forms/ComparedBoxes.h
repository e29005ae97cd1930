//===- ComparedBoxes.h - May tensor maps be one of the forms compared? ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_COMPAREDBOXES_H
#define PIPELINE_REWRITE_ANALYSE_COMPAREDBOXES_H

#include "Options/Options.h"

namespace pipeline_rewrite {

/// The forms of loops are compared, the user has left open what tensor maps
/// decide, and every device that is named is one on which they were timed.
bool mayCompareBoxes(const Options &Opts);

} // namespace pipeline_rewrite
#endif
