//===- TestData.cpp - What buffers hold before a launch -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/TestData.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <numeric>

namespace pipeline_rewrite {
namespace {

constexpr uint64_t SmallIntegers = 16, PlantedOneOf = 4;
/// Of rows behind the first ones.
constexpr uint64_t ShortRow = 4;

/// Sign, exponent and fraction drawn apart: any IEEE format will do.
uint64_t floatBits(const ScalarPart &Part, const Trial &T, uint64_t Random) {
  const unsigned Bits = Part.Bytes * 8, Fraction = Part.FractionBits;
  const unsigned ExponentBits = Bits - 1 - Fraction;
  const uint64_t Bias = (uint64_t(1) << (ExponentBits - 1)) - 1;
  const uint64_t Sign = Random >> 63, Below = (Random >> 61) & 3;
  const uint64_t Exponent = Bias - Below; // 1/8 to 2
  const unsigned Cut = T.FewDigits && Fraction > 2 ? Fraction - 2 : 0;
  const uint64_t Mask = ((uint64_t(1) << Fraction) - 1) >> Cut << Cut;
  return Sign << (Bits - 1) | Exponent << Fraction | ((Random >> 4) & Mask);
}

/// Where the row \p Index begins. The first four have several tiles, each a
/// number of them with another rest; their lengths grow as \p Length does.
uint64_t rowStart(uint64_t Index, uint64_t Length) {
  const uint64_t First[] = {4 * Length, Length + 1, 3 * Length + 2,
                            2 * Length + 3};
  const uint64_t Long = std::min<uint64_t>(Index, std::size(First));
  return std::accumulate(First, First + Long, uint64_t(0)) +
         (Index - Long) * ShortRow;
}

uint64_t integerBits(const Trial &T, uint64_t Index, uint64_t Random) {
  switch (T.Fill) {
  case IndexFill::Small:
    return Random % SmallIntegers;
  case IndexFill::Ascending:
    return rowStart(Index, T.FillValue);
  case IndexFill::Same:
    return T.FillValue;
  }
  llvm_unreachable("unknown fill");
}

} // namespace

void writeNumber(uint8_t *To, const ScalarPart &Part, const Trial &T,
                 uint64_t Index, NumberStream &Numbers) {
  if (Part.Bytes > 8)
    return;
  uint64_t Bits = 0;
  switch (Part.What) {
  case ScalarPart::Kind::Float:
    Bits = floatBits(Part, T, Numbers.next());
    break;
  case ScalarPart::Kind::Integer:
    Bits = Numbers.next() >> 8;
    if (!T.Planted.empty() && Bits / SmallIntegers % PlantedOneOf == 0)
      Bits = T.Planted[(Bits >> 16) % T.Planted.size()];
    // Numbers of one byte are values more often than indices.
    else if (Part.Bytes > 1)
      Bits = integerBits(T, Index, Bits);
    break;
  case ScalarPart::Kind::Boolean:
    Bits = Numbers.next() >> 63;
    break;
  case ScalarPart::Kind::Pointer:
  case ScalarPart::Kind::Opaque:
    return;
  }
  std::memcpy(To, &Bits, Part.Bytes); // the executor's host is little-endian
}

void fillBuffer(llvm::MutableArrayRef<uint8_t> Bytes,
                const ValueLayout &Element, const Trial &T,
                NumberStream &Numbers) {
  if (!Element.Bytes)
    return;
  const uint64_t Count = Bytes.size() / Element.Bytes;
  uint64_t Integers = 0;
  for (uint64_t I = 0; I < Count; ++I)
    for (const ScalarPart &Part : Element.Parts) {
      writeNumber(Bytes.data() + I * Element.Bytes + Part.Offset, Part, T,
                  Integers, Numbers);
      Integers += Part.What == ScalarPart::Kind::Integer;
    }
}

static std::string floatText(uint64_t Bits, const ScalarPart &Part) {
  const llvm::fltSemantics *Format = nullptr;
  if (Part.FractionBits == 52)
    Format = &llvm::APFloat::IEEEdouble();
  else if (Part.FractionBits == 23)
    Format = &llvm::APFloat::IEEEsingle();
  else if (Part.FractionBits == 10)
    Format = &llvm::APFloat::IEEEhalf();
  else if (Part.FractionBits == 7)
    Format = &llvm::APFloat::BFloat();
  else
    return "0x" + llvm::utohexstr(Bits, /*LowerCase=*/true);
  llvm::SmallString<32> Text;
  llvm::APFloat(*Format, llvm::APInt(Part.Bytes * 8, Bits)).toString(Text);
  return Text.str().str();
}

void settleNaNs(llvm::MutableArrayRef<uint8_t> Bytes,
                const ValueLayout &Element) {
  const uint64_t Size = std::max<uint64_t>(Element.Bytes, 1);
  for (const ScalarPart &P : Element.Parts) {
    if (P.What != ScalarPart::Kind::Float || P.Bytes > 8 || P.Bytes < 2)
      continue;
    const uint64_t Sign = uint64_t(1) << (8 * P.Bytes - 1),
                   Quiet = (Sign - 1) &
                           ~((uint64_t(1) << (P.FractionBits - 1)) - 1);
    for (uint64_t At = P.Offset; At + P.Bytes <= Bytes.size(); At += Size) {
      uint64_t Bits = 0;
      std::memcpy(&Bits, Bytes.data() + At, P.Bytes);
      if (Bits == Sign - 1 || Bits == (Quiet | Sign))
        std::memcpy(Bytes.data() + At, &Quiet, P.Bytes);
    }
  }
}

std::string valueText(const uint8_t *At, const ScalarPart &Part) {
  uint64_t Bits = 0;
  const unsigned Bytes = std::min(Part.Bytes, 8u);
  std::memcpy(&Bits, At, Bytes);
  if (Part.What == ScalarPart::Kind::Float)
    return floatText(Bits, Part);
  if (Part.What != ScalarPart::Kind::Integer)
    return "0x" + llvm::utohexstr(Bits, /*LowerCase=*/true);
  const unsigned Unused = 64 - Bytes * 8;
  return Part.IsSigned ? std::to_string(int64_t(Bits << Unused) >> Unused)
                       : std::to_string(Bits);
}

} // namespace pipeline_rewrite
