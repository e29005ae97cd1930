//===- PredictTensorMaps.h - What tensor maps will take -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_PREDICTTENSORMAPS_H
#define PIPELINE_REWRITE_VALIDATE_PREDICTTENSORMAPS_H

#include "Validate/Sass/PredictTime.h"

namespace pipeline_rewrite {

/// Of a form with CopyForm::Tma: no gain, but for loops of the kind that always
/// became faster.
Prediction predictTensorMaps(const CandidateFacts &Facts);

} // namespace pipeline_rewrite
#endif
