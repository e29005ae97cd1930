//===- FloatDistance.h - How far two floating-point numbers are apart -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PROVE_FLOATDISTANCE_H
#define PIPELINE_REWRITE_PROVE_FLOATDISTANCE_H

#include "Execution/KernelSignature.h"

namespace pipeline_rewrite {

struct FloatDistance {
  uint64_t Ulps = 0; ///< numbers of the type from one to the other
  double Absolute = 0;
  bool IsNumber = true; ///< neither is an infinity or no number
};

/// \p Part is a Float.
FloatDistance distanceOf(const uint8_t *A, const uint8_t *B,
                         const ScalarPart &Part);

/// The largest number of a buffer, without its sign.
double largestOf(const std::vector<uint8_t> &Bytes, const ValueLayout &Element);

} // namespace pipeline_rewrite
#endif
