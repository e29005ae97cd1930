//===- PredictProfiled.h - Kernels that were profiled ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_VALIDATE_PREDICTPROFILED_H
#define PIPELINE_REWRITE_VALIDATE_PREDICTPROFILED_H

#include "Options/Profile.h"
#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {

/// Why no form can gain; null if one may.
const char *whyNoWait(const KernelProfile &Profile);

/// Of a form of a loop for which predictTime() promises no gain.
Prediction predictProfiled(const CandidateFacts &Facts,
                           const KernelProfile &Profile);

} // namespace pipeline_rewrite
#endif
