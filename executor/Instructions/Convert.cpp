//===- Instructions/Convert.cpp - cvt -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Data Movement and Conversion Instructions: cvt". A conversion
// reads its source as an integer or a double and writes the target with one
// rounding.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Thread.h"
#include "executor/Numeric/NarrowFloat.h"
#include "executor/Numeric/Rounding.h"
#include <algorithm>

namespace pipeline_rewrite::executor {
namespace {

double floatSource(const Thread &T, const Instruction &I) {
  switch (I.Ty2) {
  case Type::F16:
    return halfToFloat(T.get<uint16_t>(I.A));
  case Type::BF16:
    return bfloatToFloat(T.get<uint16_t>(I.A));
  case Type::F64:
    return T.get<double>(I.A);
  default: {
    float V = T.get<float>(I.A);
    return I.Ftz ? flushed(V) : V;
  }
  }
}

__int128 integerSource(const Thread &T, const Instruction &I) {
  switch (I.Ty2) {
  case Type::S8:
    return T.get<int8_t>(I.A);
  case Type::U8:
  case Type::B8:
    return T.get<uint8_t>(I.A);
  case Type::S16:
    return T.get<int16_t>(I.A);
  case Type::U16:
  case Type::B16:
    return T.get<uint16_t>(I.A);
  case Type::S32:
    return T.get<int32_t>(I.A);
  case Type::U32:
  case Type::B32:
    return T.get<uint32_t>(I.A);
  case Type::S64:
    return T.get<int64_t>(I.A);
  default:
    return T.get<uint64_t>(I.A);
  }
}

void limitsOf(Type T, __int128 &Low, __int128 &High) {
  int Bits = static_cast<int>(sizeOf(T)) * 8;
  Low = isSigned(T) ? -(__int128(1) << (Bits - 1)) : 0;
  High = (__int128(1) << (isSigned(T) ? Bits - 1 : Bits)) - 1;
}

/// Writes the low bits; a register wider than the type gets the extension by
/// the sign of the type.
void putInteger(Thread &T, const Instruction &I, __int128 V) {
  auto Bits = static_cast<uint64_t>(V);
  switch (I.Ty) {
  case Type::S8:
    Bits = static_cast<uint64_t>(int64_t(int8_t(Bits)));
    break;
  case Type::U8:
  case Type::B8:
    Bits = uint8_t(Bits);
    break;
  case Type::S16:
    Bits = static_cast<uint64_t>(int64_t(int16_t(Bits)));
    break;
  case Type::U16:
  case Type::B16:
    Bits = uint16_t(Bits);
    break;
  case Type::S32:
    Bits = static_cast<uint64_t>(int64_t(int32_t(Bits)));
    break;
  case Type::U32:
  case Type::B32:
    Bits = uint32_t(Bits);
    break;
  default:
    break;
  }
  T.R[I.Dst] = Bits;
}

Flow integerToInteger(Thread &T, const Instruction &I) {
  __int128 V = integerSource(T, I);
  if (I.Sat) {
    __int128 Low, High;
    limitsOf(I.Ty, Low, High);
    V = std::min(std::max(V, Low), High);
  }
  putInteger(T, I, V);
  return Flow::Next;
}

double toIntegral(double V, Rounding R) {
  switch (R) {
  case Rounding::Zero:
    return std::trunc(V);
  case Rounding::Down:
    return std::floor(V);
  case Rounding::Up:
    return std::ceil(V);
  default:
    return std::nearbyint(V);
  }
}

Flow floatToInteger(Thread &T, const Instruction &I) {
  double V = toIntegral(floatSource(T, I), I.Round);
  if (V != V) {
    // NaN gives zero, but 2^(width-1) where 64-bit types are involved.
    bool Wide = I.Ty2 == Type::F64 || sizeOf(I.Ty) == 8;
    T.R[I.Dst] = Wide ? uint64_t(1) << (sizeOf(I.Ty) * 8 - 1) : 0;
    return Flow::Next;
  }
  __int128 Low, High;
  limitsOf(I.Ty, Low, High);
  __int128 Out = V >= 0x1p64 ? High : V <= -0x1p64 ? Low : __int128(V);
  putInteger(T, I, std::min(std::max(Out, Low), High));
  return Flow::Next;
}

/// Writes a double as the float type of the target.
void putFloat(Thread &T, const Instruction &I, double V) {
  if (I.Sat)
    V = saturated(V);
  if (I.Relu && V < 0)
    V = 0;
  switch (I.Ty) {
  case Type::F64:
    T.put(I.Dst, V);
    return;
  case Type::F16:
    T.R[I.Dst] = encode(V, HalfFormat, I.Round);
    return;
  case Type::BF16:
    T.R[I.Dst] = encode(V, BFloatFormat, I.Round);
    return;
  case Type::TF32:
    // tf32 occupies the upper bits of a 32-bit register.
    T.R[I.Dst] = encode(V, TF32Format, I.Round) << 13;
    return;
  default: {
    volatile double In = V;
    volatile float Out;
    {
      ScopedRounding Scope(I.Round);
      Out = static_cast<float>(In);
    }
    float F = I.Ftz ? flushed(float(Out)) : float(Out);
    if (F != F)
      T.put<uint32_t>(I.Dst, 0x7FFFFFFF);
    else
      T.put(I.Dst, F);
  }
  }
}

Flow integerToFloat(Thread &T, const Instruction &I) {
  __int128 V = integerSource(T, I);
  if (I.Ty == Type::F64 || I.Ty == Type::F32) {
    volatile int64_t Signed = static_cast<int64_t>(V);
    volatile uint64_t Unsigned = static_cast<uint64_t>(V);
    ScopedRounding Scope(I.Round);
    if (I.Ty == Type::F64) {
      volatile double Out = isSigned(I.Ty2) ? double(Signed) : double(Unsigned);
      T.put(I.Dst, double(Out));
    } else {
      volatile float Out = isSigned(I.Ty2) ? float(Signed) : float(Unsigned);
      T.put(I.Dst, float(Out));
    }
    return Flow::Next;
  }
  // Two roundings are one when the first is to odd.
  auto High = static_cast<double>(static_cast<int64_t>(V >> 12)) * 4096.0;
  putFloat(T, I, addToOdd(High, static_cast<double>(int64_t(V & 4095))));
  return Flow::Next;
}

/// Mode 1: an integral rounding (.rni, ...) comes first.
Flow floatToFloat(Thread &T, const Instruction &I) {
  double V = floatSource(T, I);
  if (I.Mode)
    V = toIntegral(V, I.Round);
  putFloat(T, I, V);
  return Flow::Next;
}

/// Two values into one packed register: the first source is the upper half.
Flow packTwo(Thread &T, const Instruction &I) {
  const FloatFormat &F = I.Ty == Type::F16x2    ? HalfFormat
                         : I.Ty == Type::BF16x2 ? BFloatFormat
                         : I.Ty == Type::E4M3x2 ? E4M3Format
                                                : E5M2Format;
  int Width = 1 + F.ExponentBits + F.MantissaBits;
  Overflow O = I.Mode ? Overflow::Saturate : Overflow::Infinity;
  auto Narrow = [&](double V) -> uint64_t {
    return encode(I.Relu && V < 0 ? 0 : V, F, I.Round, O);
  };
  if (I.Ty2 == Type::F16x2) {
    uint32_t Both = T.get<uint32_t>(I.A);
    T.R[I.Dst] = Narrow(halfToFloat(Both >> 16)) << Width |
                 Narrow(halfToFloat(Both & 0xFFFF));
    return Flow::Next;
  }
  T.R[I.Dst] = Narrow(T.get<float>(I.A)) << Width | Narrow(T.get<float>(I.B));
  return Flow::Next;
}

/// Two fp8 values to f16x2.
Flow unpackTwo(Thread &T, const Instruction &I) {
  const FloatFormat &F = I.Ty2 == Type::E4M3x2 ? E4M3Format : E5M2Format;
  auto Half = [&](unsigned Shift) {
    double V = decode(T.R[I.A] >> Shift & 0xFF, F);
    if (I.Relu && V < 0)
      V = 0;
    return encode(V, HalfFormat, Rounding::Nearest);
  };
  T.R[I.Dst] = uint64_t(Half(8)) << 16 | Half(0);
  return Flow::Next;
}

/// cvt.pack.sat: two s32 sources, the first in the upper part; results of a
/// byte leave the low half of C above them.
Flow packSaturated(Thread &T, const Instruction &I) {
  __int128 Low, High;
  limitsOf(I.Ty, Low, High);
  unsigned Bits = sizeOf(I.Ty) * 8;
  auto Narrow = [&](int32_t Slot) {
    __int128 V = std::min(std::max<__int128>(T.get<int32_t>(Slot), Low), High);
    return static_cast<uint32_t>(V) & ((1u << Bits) - 1);
  };
  uint32_t Out = Narrow(I.A) << Bits | Narrow(I.B);
  T.put(I.Dst, I.C >= 0 ? Out | T.get<uint32_t>(I.C) << 16 : Out);
  return Flow::Next;
}

bool decodePack(Decoding &D) {
  bool Sat = D.Mods.take("sat");
  D.I.Ty = D.Mods.takeType();
  D.I.Ty2 = D.Mods.takeType();
  D.I.Run = packSaturated;
  if (!Sat || D.I.Ty2 != Type::S32)
    return false;
  if (D.I.Ty == Type::S16 || D.I.Ty == Type::U16)
    return D.assign(2);
  return (D.I.Ty == Type::S8 || D.I.Ty == Type::U8) && D.Mods.take("b32") &&
         D.assign(3);
}

bool takeRounding(Decoding &D, bool &Any, bool &Integral) {
  int N = D.Mods.takeOneOf(
      {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna"});
  Any = N >= 0;
  Integral = N >= 4 && N < 8;
  static constexpr Rounding Modes[] = {Rounding::Nearest, Rounding::Zero,
                                       Rounding::Down, Rounding::Up};
  if (Any)
    D.I.Round = N == 8 ? Rounding::NearestAway : Modes[N % 4];
  return Any;
}

bool isPackedPair(Type T) {
  return T == Type::F16x2 || T == Type::BF16x2 || T == Type::E4M3x2 ||
         T == Type::E5M2x2;
}

bool decodePacked(Decoding &D) {
  D.I.Relu = D.Mods.take("relu");
  bool ToFp8 = D.I.Ty == Type::E4M3x2 || D.I.Ty == Type::E5M2x2;
  bool FromFp8 = D.I.Ty2 == Type::E4M3x2 || D.I.Ty2 == Type::E5M2x2;
  if (D.I.Round != Rounding::Nearest && D.I.Round != Rounding::Zero)
    return false;
  if (FromFp8) {
    D.I.Run = unpackTwo;
    return D.I.Ty == Type::F16x2 && D.assign(1);
  }
  // Only saturation to the largest finite number is defined for fp8.
  D.I.Mode = D.Mods.take("satfinite");
  if (ToFp8 && !D.I.Mode)
    return false;
  D.I.Run = packTwo;
  if (D.I.Ty2 == Type::F16x2)
    return ToFp8 && D.assign(1);
  return D.I.Ty2 == Type::F32 && D.assign(2);
}

} // namespace

bool decodeConvert(Decoding &D) {
  if (D.Mods.take("pack"))
    return decodePack(D);
  bool Rounded, Integral;
  takeRounding(D, Rounded, Integral);
  D.I.Ftz = D.Mods.take("ftz");
  D.I.Ty = D.Mods.takeType();
  D.I.Ty2 = D.Mods.takeType();
  if (D.I.Ty == Type::None || D.I.Ty2 == Type::None)
    return false;
  if (isPackedPair(D.I.Ty) || isPackedPair(D.I.Ty2))
    return decodePacked(D);
  D.I.Sat = D.Mods.take("sat");
  bool From = isFloat(D.I.Ty2), To = isFloat(D.I.Ty);
  if (From && To) {
    D.I.Relu = D.Mods.take("relu");
    D.I.Mode = Integral;
    D.I.Run = floatToFloat;
    if (D.I.Ty2 == Type::TF32 ||
        (D.I.Ty == Type::TF32 && (D.I.Ty2 != Type::F32 || !Rounded)))
      return false;
  } else if (From) {
    D.I.Run = floatToInteger;
    if (!Integral)
      return false;
  } else {
    D.I.Run = To ? integerToFloat : integerToInteger;
    if (To && (D.I.Ty == Type::TF32 || Integral))
      return false;
  }
  return D.assign(1);
}

} // namespace pipeline_rewrite::executor
