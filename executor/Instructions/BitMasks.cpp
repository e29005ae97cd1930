//===- Instructions/BitMasks.cpp - prmt, fns, bmsk, szext -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "prmt" with its special modes, "fns", "bmsk" and "szext".
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Thread.h"
#include <algorithm>

namespace pipeline_rewrite::executor {
namespace {

enum PermuteMode : uint8_t {
  General,
  Forward4,
  Backward4,
  Replicate8,
  ClampLeft,
  ClampRight,
  Replicate16
};

/// Number of the byte that a special mode puts at place \p N.
uint32_t pickedByte(uint8_t Mode, uint32_t Select, uint32_t N) {
  Select &= 3;
  switch (Mode) {
  case Forward4:
    return Select + N;
  case Backward4:
    return (Select + 8 - N) & 7;
  case Replicate8:
    return Select;
  case ClampLeft:
    return std::max(N, Select);
  case ClampRight:
    return std::min(N, Select);
  default: // Replicate16
    return (Select & 1) * 2 + (N & 1);
  }
}

Flow runPermute(Thread &T, const Instruction &I) {
  uint64_t V = uint64_t(T.get<uint32_t>(I.B)) << 32 | T.get<uint32_t>(I.A);
  uint32_t Select = T.get<uint32_t>(I.C), Out = 0;
  for (uint32_t N = 0; N < 4; ++N) {
    uint32_t Pick = I.Mode == General ? Select >> (4 * N) & 15
                                      : pickedByte(I.Mode, Select, N);
    uint32_t Byte = V >> (8 * (Pick & 7)) & 0xFF;
    if (Pick & 8) // replicate the sign
      Byte = Byte & 0x80 ? 0xFF : 0;
    Out |= Byte << (8 * N);
  }
  T.put(I.Dst, Out);
  return Flow::Next;
}

/// The position of the |offset|-th set bit of A from bit B upwards or, when
/// the offset C is negative, downwards; an offset of zero asks for bit B.
Flow runFindNthSet(Thread &T, const Instruction &I) {
  uint32_t Mask = T.get<uint32_t>(I.A), Base = T.get<uint32_t>(I.B);
  auto Offset = T.get<int32_t>(I.C);
  uint32_t Found = ~0u;
  int64_t Left = Offset < 0 ? -int64_t(Offset) : std::max(Offset, 1);
  int Step = Offset < 0 ? -1 : 1;
  for (int64_t At = Base; At >= 0 && At < 32; At += Step) {
    if (Mask >> At & 1 && --Left == 0) {
      Found = static_cast<uint32_t>(At);
      break;
    }
    if (Offset == 0)
      break;
  }
  T.put(I.Dst, Found);
  return Flow::Next;
}

/// B ones from bit A upwards. Mode 1 wraps both numbers at 32.
Flow runBitMask(Thread &T, const Instruction &I) {
  uint32_t From = T.get<uint32_t>(I.A), Count = T.get<uint32_t>(I.B);
  From = I.Mode ? From & 31 : std::min(From, 32u);
  Count = I.Mode ? Count & 31 : std::min(Count, 32u);
  uint64_t Ones = ((uint64_t(1) << Count) - 1) << From;
  T.put(I.Dst, static_cast<uint32_t>(Ones));
  return Flow::Next;
}

/// The low B bits of A, extended by the sign of the type.
Flow runExtend(Thread &T, const Instruction &I) {
  uint32_t A = T.get<uint32_t>(I.A), Bits = T.get<uint32_t>(I.B);
  Bits = I.Mode ? Bits & 31 : std::min(Bits, 32u);
  uint64_t Ones = (uint64_t(1) << Bits) - 1;
  bool Fill = isSigned(I.Ty) && Bits != 0 && (A >> (Bits - 1) & 1);
  T.put(I.Dst, static_cast<uint32_t>((A & Ones) | (Fill ? ~Ones : 0)));
  return Flow::Next;
}

} // namespace

bool decodeBitMasks(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name == "prmt") {
    D.I.Mode = static_cast<uint8_t>(
        D.Mods.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"}) + 1);
    D.I.Run = runPermute;
    return D.Mods.take("b32") && D.assign(3);
  }
  if (Name == "fns") {
    D.I.Run = runFindNthSet;
    return D.Mods.take("b32") && D.assign(3);
  }
  int How = D.Mods.takeOneOf({"clamp", "wrap"});
  D.I.Mode = static_cast<uint8_t>(How);
  D.I.Ty = D.Mods.takeType();
  D.I.Run = Name == "bmsk" ? runBitMask : runExtend;
  bool Typed = Name == "bmsk" ? D.I.Ty == Type::B32
                              : D.I.Ty == Type::U32 || D.I.Ty == Type::S32;
  return How >= 0 && Typed && D.assign(2);
}

} // namespace pipeline_rewrite::executor
