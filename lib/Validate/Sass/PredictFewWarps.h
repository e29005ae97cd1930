//===- PredictFewWarps.h - What forms take where few warps run ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_PREDICTFEWWARPS_H
#define PIPELINE_REWRITE_VALIDATE_PREDICTFEWWARPS_H

#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {

/// The launch is in view, and gives an SM so few warps that nothing hides the
/// loads of the loop, whatever nvcc made of it.
bool waitsWithFewWarps(const CandidateFacts &Facts);

/// Of a form for a loop of waitsWithFewWarps().
Prediction predictFewWarps(const CandidateFacts &Facts);

} // namespace pipeline_rewrite
#endif
