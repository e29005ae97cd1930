//===- Instructions/NarrowArithmetic.cpp - f16 and bf16 arithmetic --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Half Precision Floating-Point Instructions". Operations are done
// in double and rounded once: products of two narrow numbers are exact there,
// sums are rounded to odd first.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Instructions/FloatOperations.h"
#include "executor/Machine/Thread.h"
#include "executor/Numeric/NarrowFloat.h"
#include "executor/Numeric/Rounding.h"

namespace pipeline_rewrite::executor {

bool decodeNarrowFloat(Decoding &D, Type T);

namespace {

struct Half {
  static double widen(uint16_t B) { return halfToFloat(B); }
  static uint16_t narrow(double V) {
    // float holds every sum and product of two halves that a half needs to be
    // rounded right; the general routine takes what float would round first.
    auto Single = static_cast<float>(V);
    if (double(Single) == V)
      return floatToHalf(Single);
    return static_cast<uint16_t>(encode(V, HalfFormat, Rounding::Nearest));
  }
  static constexpr uint16_t Smallest = 0x0400; ///< normal number
};
struct BFloat {
  static double widen(uint16_t B) { return bfloatToFloat(B); }
  static uint16_t narrow(double V) {
    return static_cast<uint16_t>(encode(V, BFloatFormat, Rounding::Nearest));
  }
  static constexpr uint16_t Smallest = 0x0080;
};

struct Add {
  static double on(double A, double B, double) { return addToOdd(A, B); }
};
struct Sub {
  static double on(double A, double B, double) { return addToOdd(A, -B); }
};
struct Mul {
  static double on(double A, double B, double) { return A * B; }
};
struct Fma {
  static double on(double A, double B, double C) { return addToOdd(A * B, C); }
};

template <class Format> uint16_t flushBits(uint16_t B) {
  return (B & 0x7FFF) < Format::Smallest ? B & 0x8000 : B;
}

template <class Format, class Op, int Lanes>
Flow run(Thread &T, const Instruction &I) {
  uint64_t Out = 0;
  for (int N = 0; N < Lanes; ++N) {
    auto Lane = [&](int32_t Slot) {
      auto B = static_cast<uint16_t>(T.R[Slot < 0 ? 0 : Slot] >> (16 * N));
      return Format::widen(I.Ftz ? flushBits<Format>(B) : B);
    };
    double V = Op::on(Lane(I.A), Lane(I.B), Lane(I.C));
    if (I.Sat)
      V = saturated(V);
    if (I.Relu && V < 0)
      V = 0;
    uint16_t Bits = Format::narrow(V);
    if (I.Ftz)
      Bits = flushBits<Format>(Bits);
    Out |= uint64_t(Bits) << (16 * N);
  }
  T.R[I.Dst] = Out;
  return Flow::Next;
}

template <uint32_t Flip, uint32_t Keep>
Flow changeSign(Thread &T, const Instruction &I) {
  T.R[I.Dst] = (T.get<uint32_t>(I.A) & Keep) ^ Flip;
  return Flow::Next;
}

template <class Op> Handler choose(Type T) {
  switch (T) {
  case Type::F16:
    return run<Half, Op, 1>;
  case Type::F16x2:
    return run<Half, Op, 2>;
  case Type::BF16:
    return run<BFloat, Op, 1>;
  case Type::BF16x2:
    return run<BFloat, Op, 2>;
  default:
    return nullptr;
  }
}

Handler chooseByName(std::string_view Name, Type T, bool NaN) {
  if (Name == "add")
    return choose<Add>(T);
  if (Name == "sub")
    return choose<Sub>(T);
  if (Name == "mul")
    return choose<Mul>(T);
  if (Name == "fma")
    return choose<Fma>(T);
  if (Name == "min")
    return NaN ? choose<operations::WithNaN<operations::Min>>(T)
               : choose<operations::Min>(T);
  if (Name == "max")
    return NaN ? choose<operations::WithNaN<operations::Max>>(T)
               : choose<operations::Max>(T);
  if (Name == "ex2")
    return choose<operations::Ex2>(T);
  if (Name == "tanh")
    return choose<operations::Tanh>(T);
  return nullptr;
}

} // namespace

bool decodeNarrowFloat(Decoding &D, Type T) {
  std::string_view Name = D.Mods.mnemonic();
  bool IsFma = Name == "fma";
  bool Arithmetic = IsFma || Name == "add" || Name == "sub" || Name == "mul";
  bool MinMax = Name == "min" || Name == "max";
  D.I.Ftz = D.Mods.take("ftz");
  if (Name == "neg" || Name == "abs") {
    // Flushing before the sign changes is not modelled.
    D.I.Run =
        Name == "neg" ? changeSign<0x80008000, ~0u> : changeSign<0, 0x7FFF7FFF>;
    return !D.I.Ftz && D.assign(1);
  }
  if (Arithmetic) {
    D.Mods.take("rn");
    D.I.Sat = D.Mods.take("sat");
    D.I.Relu = IsFma && D.Mods.take("relu");
  }
  if ((Name == "ex2" || Name == "tanh") && !D.Mods.take("approx"))
    return false;
  bool NaN = MinMax && D.Mods.take("NaN");
  D.I.Run = chooseByName(Name, T, NaN);
  return D.I.Run && D.assign(IsFma ? 3 : Arithmetic || MinMax ? 2 : 1);
}

} // namespace pipeline_rewrite::executor
