//===- Numeric/NarrowFloat.h - Formats narrower than float ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half, bfloat16, tf32 and the two fp8 formats by their parameters, with one
// routine for rounding into any of them. Written for clarity: the formats are
// data, not five copies of the same bit tricks.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_NUMERIC_NARROWFLOAT_H
#define PIPELINE_REWRITE_EXECUTOR_NUMERIC_NARROWFLOAT_H

#include "executor/Ptx/Module.h"

namespace pipeline_rewrite::executor {

struct FloatFormat {
  int ExponentBits, MantissaBits;
  bool HasInfinity; ///< E4M3 has none: all ones is NaN, the rest are numbers
};

constexpr FloatFormat HalfFormat{5, 10, true};
constexpr FloatFormat BFloatFormat{8, 7, true};
constexpr FloatFormat TF32Format{8, 10, true};
constexpr FloatFormat E5M2Format{5, 2, true};
constexpr FloatFormat E4M3Format{4, 3, false};

enum class Overflow : uint8_t { Infinity, Saturate };

/// The bits of \p Value in format \p F, rounded once.
uint32_t encode(double Value, const FloatFormat &F, Rounding R,
                Overflow O = Overflow::Infinity);
double decode(uint32_t Bits, const FloatFormat &F);

// The two that tensor-core kernels use all the time, by bit tricks.
float halfToFloat(uint16_t Bits);
uint16_t floatToHalf(float Value); ///< nearest even
inline float bfloatToFloat(uint16_t Bits) {
  uint32_t Wide = uint32_t(Bits) << 16;
  float Value;
  __builtin_memcpy(&Value, &Wide, sizeof Value);
  return Value;
}

/// A + B rounded to odd: rounding the result once more, to a format with at
/// least two bits less, is the same as rounding the exact sum.
double addToOdd(double A, double B);

} // namespace pipeline_rewrite::executor

#endif
