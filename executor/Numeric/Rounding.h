//===- Numeric/Rounding.h - Directed rounding -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets the rounding mode of the host for one operation. Files that use it are
// compiled with -frounding-math.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_NUMERIC_ROUNDING_H
#define PIPELINE_REWRITE_EXECUTOR_NUMERIC_ROUNDING_H

#include "executor/Ptx/Module.h"
#include <cfenv>
#include <cmath>

namespace pipeline_rewrite::executor {

class ScopedRounding {
public:
  explicit ScopedRounding(Rounding R) : Changed(R != Rounding::Nearest) {
    if (Changed)
      std::fesetround(R == Rounding::Zero   ? FE_TOWARDZERO
                      : R == Rounding::Down ? FE_DOWNWARD
                                            : FE_UPWARD);
  }
  ~ScopedRounding() {
    if (Changed)
      std::fesetround(FE_TONEAREST);
  }
  ScopedRounding(const ScopedRounding &) = delete;

private:
  bool Changed;
};

/// Subnormal numbers become zeros of the same sign (.ftz, f32 only).
inline float flushed(float V) {
  return std::fpclassify(V) == FP_SUBNORMAL ? std::copysign(0.0f, V) : V;
}
inline double flushed(double V) {
  return std::fpclassify(V) == FP_SUBNORMAL ? std::copysign(0.0, V) : V;
}

/// .sat: clamps to [0, 1]; NaN becomes +0.
template <class F> F saturated(F V) {
  return V > F(0) ? (V < F(1) ? V : F(1)) : F(0);
}

} // namespace pipeline_rewrite::executor

#endif
