//===- Numeric/NarrowFloat.cpp - Formats narrower than float --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Numeric/NarrowFloat.h"
#include <cmath>
#include <cstring>

namespace pipeline_rewrite::executor {
namespace {

bool roundsUp(double Fraction, bool Odd, bool Negative, Rounding R) {
  switch (R) {
  case Rounding::Nearest:
    return Fraction > 0.5 || (Fraction == 0.5 && Odd);
  case Rounding::NearestAway:
    return Fraction >= 0.5;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return Fraction > 0 && Negative;
  case Rounding::Up:
    return Fraction > 0 && !Negative;
  }
  return false;
}

} // namespace

uint32_t encode(double Value, const FloatFormat &F, Rounding R, Overflow O) {
  int Bias = (1 << (F.ExponentBits - 1)) - 1;
  uint32_t AllOnes = (1u << F.ExponentBits) - 1;
  uint32_t Sign = uint32_t(std::signbit(Value))
                  << (F.ExponentBits + F.MantissaBits);
  uint32_t Infinity = AllOnes << F.MantissaBits;
  // NaNs become the canonical one of PTX: all ones but the sign.
  uint32_t NaN = Infinity | ((1u << F.MantissaBits) - 1);
  uint32_t Largest = F.HasInfinity ? Infinity - 1 : NaN - 1;
  if (std::isnan(Value))
    return NaN;
  double Size = std::fabs(Value);
  if (Size == 0)
    return Sign;
  if (std::isinf(Value))
    return Sign | (O == Overflow::Saturate ? Largest
                   : F.HasInfinity         ? Infinity
                                           : NaN);
  int Exponent;
  std::frexp(Size, &Exponent); // Size in [2^(Exponent-1), 2^Exponent)
  int Lowest = 1 - Bias;
  int Quantum = std::max(Exponent - 1, Lowest) - F.MantissaBits;
  double Scaled = std::ldexp(Size, -Quantum);
  auto Units = static_cast<uint64_t>(Scaled);
  if (roundsUp(Scaled - static_cast<double>(Units), Units & 1, Sign != 0, R))
    ++Units;
  // Units counts from zero for subnormals; for normal numbers its top bit adds
  // one to the exponent field, and a carry out of the mantissa does too.
  uint64_t Bits = Units;
  if (Units >> F.MantissaBits)
    Bits += uint64_t(Quantum + F.MantissaBits - Lowest) << F.MantissaBits;
  if (Bits <= Largest)
    return Sign | static_cast<uint32_t>(Bits);
  bool TowardsZero = R == Rounding::Zero || (R == Rounding::Down && !Sign) ||
                     (R == Rounding::Up && Sign);
  if (O == Overflow::Saturate || TowardsZero)
    return Sign | Largest;
  return Sign | (F.HasInfinity ? Infinity : NaN);
}

double decode(uint32_t Bits, const FloatFormat &F) {
  int Bias = (1 << (F.ExponentBits - 1)) - 1;
  uint32_t AllOnes = (1u << F.ExponentBits) - 1;
  uint32_t Mantissa = Bits & ((1u << F.MantissaBits) - 1);
  uint32_t Exponent = Bits >> F.MantissaBits & AllOnes;
  double Sign = Bits >> (F.ExponentBits + F.MantissaBits) & 1 ? -1 : 1;
  bool IsNaN = F.HasInfinity ? Exponent == AllOnes && Mantissa
                             : Exponent == AllOnes &&
                                   Mantissa == (1u << F.MantissaBits) - 1;
  if (IsNaN)
    return std::nan("");
  if (F.HasInfinity && Exponent == AllOnes)
    return Sign * INFINITY;
  if (Exponent == 0)
    return Sign * std::ldexp(Mantissa, 1 - Bias - F.MantissaBits);
  return Sign * std::ldexp(Mantissa | 1u << F.MantissaBits,
                           static_cast<int>(Exponent) - Bias - F.MantissaBits);
}

float halfToFloat(uint16_t H) {
  uint32_t Sign = uint32_t(H & 0x8000) << 16, Rest = H & 0x7FFF, Bits;
  if (Rest >= 0x7C00) // infinity or NaN
    Bits = Sign | 0x7F800000 | (Rest & 0x3FF) << 13;
  else if (Rest >= 0x400)
    Bits = Sign | ((Rest << 13) + (112u << 23));
  else {
    float Value = static_cast<float>(Rest) * 0x1p-24f;
    std::memcpy(&Bits, &Value, sizeof Bits);
    Bits |= Sign;
  }
  float Out;
  std::memcpy(&Out, &Bits, sizeof Out);
  return Out;
}

uint16_t floatToHalf(float Value) {
  uint32_t Bits;
  std::memcpy(&Bits, &Value, sizeof Bits);
  uint32_t Sign = Bits >> 16 & 0x8000, Rest = Bits & 0x7FFFFFFF;
  if (Rest > 0x7F800000)
    return 0x7FFF;
  if (Rest >= 0x47800000) // 2^16 and more
    return static_cast<uint16_t>(Sign | 0x7C00);
  if (Rest < 0x38800000) // below the smallest normal half
    return static_cast<uint16_t>(encode(Value, HalfFormat, Rounding::Nearest));
  // Rebias, then round the 13 bits that go; a carry runs into the exponent.
  Rest -= 112u << 23;
  Rest += 0xFFF + (Rest >> 13 & 1);
  return static_cast<uint16_t>(Sign | Rest >> 13);
}

double addToOdd(double A, double B) {
  volatile double Sum = A + B;
  if (!std::isfinite(Sum))
    return Sum;
  // The error of the sum, exactly (Knuth's TwoSum).
  volatile double BPart = Sum - A;
  volatile double APart = Sum - BPart;
  double Error = (A - APart) + (B - BPart);
  uint64_t Bits;
  double S = Sum;
  std::memcpy(&Bits, &S, sizeof Bits);
  if (Error == 0 || (Bits & 1))
    return S;
  Bits += (Error > 0) == (S > 0) ? 1 : -1;
  std::memcpy(&S, &Bits, sizeof S);
  return S;
}

} // namespace pipeline_rewrite::executor
