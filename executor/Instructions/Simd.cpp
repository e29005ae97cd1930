//===- Instructions/Simd.cpp - Bytes and halves of a register -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "SIMD Video Instructions" (vadd4, vset2, ...) without lane masks
// and selectors, and the packed integer forms of add, min and max. A lane
// travels as an int32_t, which holds every sum and difference exactly.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Thread.h"
#include <algorithm>
#include <cstdlib>

namespace pipeline_rewrite::executor {
namespace {

enum Operation : uint8_t { Add, Sub, Average, AbsDiff, MinOf, MaxOf, Set };

int32_t lane(uint32_t V, unsigned N, unsigned Bits, bool Signed) {
  uint32_t Low = V >> (Bits * N) << (32 - Bits);
  return Signed ? static_cast<int32_t>(Low) >> (32 - Bits)
                : static_cast<int32_t>(Low >> (32 - Bits));
}

bool holds(Compare C, int32_t A, int32_t B) {
  switch (C) {
  case Compare::Eq:
    return A == B;
  case Compare::Ne:
    return A != B;
  case Compare::Lt:
    return A < B;
  case Compare::Le:
    return A <= B;
  case Compare::Gt:
    return A > B;
  default:
    return A >= B;
  }
}

int32_t apply(const Instruction &I, int32_t A, int32_t B) {
  switch (I.Mode) {
  case Add:
    return A + B;
  case Sub:
    return A - B;
  case Average: // rounds half away from zero
    return (A + B + (A + B >= 0)) >> 1;
  case AbsDiff:
    return std::abs(A - B);
  case MinOf:
    return std::min(A, B);
  case MaxOf:
    return std::max(A, B);
  default:
    return holds(I.Cmp, A, B);
  }
}

int32_t clamped(int32_t V, unsigned Bits, bool Signed) {
  int32_t High = (1 << (Signed ? Bits - 1 : Bits)) - 1;
  return std::min(std::max(V, Signed ? -High - 1 : 0), High);
}

/// Ty is the type of the result, Ty2 that of the sources, Bytes the width of a
/// lane. Relu (as `.add`): the lanes are added up onto C.
Flow runLanes(Thread &T, const Instruction &I) {
  unsigned Bits = I.Bytes * 8u;
  uint32_t Out = 0, Mask = (1u << Bits) - 1, Sum = 0;
  for (unsigned N = 0; N < 32 / Bits; ++N) {
    bool Signed = isSigned(I.Ty2);
    int32_t V = apply(I, lane(T.get<uint32_t>(I.A), N, Bits, Signed),
                      lane(T.get<uint32_t>(I.B), N, Bits, Signed));
    if (I.Sat)
      V = clamped(V, Bits, isSigned(I.Ty));
    Sum += static_cast<uint32_t>(V);
    Out |= (static_cast<uint32_t>(V) & Mask) << (Bits * N);
  }
  T.put(I.Dst, I.Relu ? T.get<uint32_t>(I.C) + Sum : Out);
  return Flow::Next;
}

/// The operation that "add4" or "set2" of `vadd4`, `vset2` names.
int operationNamed(std::string_view Name) {
  static constexpr std::string_view Names[] = {"add", "sub", "avrg", "absdiff",
                                               "min", "max", "set"};
  for (int N = 0; N < 7; ++N)
    if (Names[N] == Name)
      return N;
  return -1;
}

bool takeSources(Decoding &D) {
  Type A = D.Mods.takeType(), B = D.Mods.takeType();
  D.I.Ty2 = A;
  return A == B && (A == Type::U32 || A == Type::S32);
}

} // namespace

bool decodeSimd(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  D.I.Mode =
      static_cast<uint8_t>(operationNamed(Name.substr(1, Name.size() - 2)));
  D.I.Bytes = Name.back() == '4' ? 1 : 2;
  D.I.Run = runLanes;
  if (D.I.Mode == Set) {
    int C = D.Mods.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge"});
    D.I.Cmp = static_cast<Compare>(C);
    D.I.Relu = D.Mods.take("add");
    return C >= 0 && takeSources(D) && D.assign(3);
  }
  D.I.Ty = D.Mods.takeType();
  D.I.Sat = D.Mods.take("sat");
  D.I.Relu = !D.I.Sat && D.Mods.take("add");
  return (D.I.Ty == Type::U32 || D.I.Ty == Type::S32) && takeSources(D) &&
         D.assign(3);
}

bool decodePackedInteger(Decoding &D) {
  int Signed = D.Mods.takeOneOf({"u16x2", "s16x2"});
  D.I.Mode = static_cast<uint8_t>(operationNamed(D.Mods.mnemonic()));
  D.I.Ty = D.I.Ty2 = Signed == 1 ? Type::S32 : Type::U32;
  D.I.Bytes = 2;
  D.I.Run = runLanes;
  bool Known = D.I.Mode == Add || D.I.Mode == MinOf || D.I.Mode == MaxOf;
  return Known && Signed >= 0 && D.assign(2);
}

} // namespace pipeline_rewrite::executor
