//===- FloatDistance.cpp - How far two floating-point numbers are apart ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Prove/PairTrial.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace pipeline_rewrite {
namespace {

/// Ascending with the number, from the least negative one on.
int64_t rankOf(const uint8_t *At, const ScalarPart &Part) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, At, std::min(Part.Bytes, 8u));
  const unsigned Top = 8 * std::min(Part.Bytes, 8u) - 1;
  const uint64_t Magnitude = Bits & ((uint64_t(1) << Top) - 1);
  return Bits >> Top ? -static_cast<int64_t>(Magnitude)
                     : static_cast<int64_t>(Magnitude);
}

/// The sign, an exponent, FractionBits.
double numberOf(const uint8_t *At, const ScalarPart &Part) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, At, std::min(Part.Bytes, 8u));
  const unsigned Width = 8 * std::min(Part.Bytes, 8u),
                 Exponents = Width - 1 - Part.FractionBits;
  const uint64_t Fraction = Bits & ((uint64_t(1) << Part.FractionBits) - 1),
                 Exponent = (Bits >> Part.FractionBits) &
                            ((uint64_t(1) << Exponents) - 1),
                 Top = (uint64_t(1) << Exponents) - 1;
  const int Bias = static_cast<int>(Top >> 1);
  const double Sign = Bits >> (Width - 1) ? -1 : 1;
  if (Exponent == Top)
    return Fraction ? std::nan("") : Sign * INFINITY;
  const double Scaled = std::ldexp(static_cast<double>(Fraction),
                                   -static_cast<int>(Part.FractionBits));
  return Sign * (Exponent
                     ? std::ldexp(1 + Scaled, static_cast<int>(Exponent) - Bias)
                     : std::ldexp(Scaled, 1 - Bias));
}

} // namespace

FloatDistance distanceOf(const uint8_t *A, const uint8_t *B,
                         const ScalarPart &Part) {
  FloatDistance Out;
  const int64_t First = rankOf(A, Part), Second = rankOf(B, Part);
  Out.Ulps = First > Second
                 ? static_cast<uint64_t>(First) - static_cast<uint64_t>(Second)
                 : static_cast<uint64_t>(Second) - static_cast<uint64_t>(First);
  const double X = numberOf(A, Part), Y = numberOf(B, Part);
  Out.IsNumber = std::isfinite(X) && std::isfinite(Y);
  Out.Absolute = std::fabs(X - Y);
  return Out;
}

double largestOf(const std::vector<uint8_t> &Bytes,
                 const ValueLayout &Element) {
  double Out = 0;
  const uint64_t Size = std::max<uint64_t>(Element.Bytes, 1);
  for (uint64_t At = 0; At + Size <= Bytes.size(); At += Size)
    for (const ScalarPart &P : Element.Parts)
      if (P.What == ScalarPart::Kind::Float) {
        const double X = std::fabs(numberOf(Bytes.data() + At + P.Offset, P));
        if (std::isfinite(X))
          Out = std::max(Out, X);
      }
  return Out;
}

} // namespace pipeline_rewrite
