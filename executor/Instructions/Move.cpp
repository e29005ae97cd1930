//===- Instructions/Move.cpp - mov, cvta, isspacep, selp ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

Flow runMove(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A];
  return Flow::Next;
}

/// `mov.b64 {%r1, %r2}, %rd1`: Bytes is the size of one part.
Flow runUnpack(Thread &T, const Instruction &I) {
  uint64_t V = T.R[I.A];
  unsigned Bits = I.Bytes * 8;
  for (size_t N = 0; N < I.Slots.size(); ++N)
    if (I.Slots[N] >= 0)
      T.R[I.Slots[N]] = (V >> (Bits * N)) & ((uint64_t(1) << Bits) - 1);
  return Flow::Next;
}

Flow runPack(Thread &T, const Instruction &I) {
  uint64_t V = 0;
  unsigned Bits = I.Bytes * 8;
  for (size_t N = 0; N < I.Slots.size(); ++N)
    V |= (T.R[I.Slots[N]] & ((uint64_t(1) << Bits) - 1)) << (Bits * N);
  T.R[I.Dst] = V;
  return Flow::Next;
}

/// Of a clock that counts its reads: who waits for time to pass does not wait
/// long.
constexpr uint64_t ClockStep = 1024;

/// Mode 1: the upper half.
Flow runClock(Thread &T, const Instruction &I) {
  const Machine &Host = T.B->Host;
  const uint64_t Time =
      Host.Options.ForTwoTexts ? ++T.ClockReads * ClockStep : Host.Stats.Steps;
  T.R[I.Dst] = Time >> (I.Mode ? 32 : 0);
  return Flow::Next;
}

/// Offset holds the window of the space.
/// An address that other functions can use: it names the frame as well. As a
/// parameter of a function whose address is taken lies in local memory (PTX
/// ISA, "Parameter State Space"), it is also used as an address of that.
Flow runParameterAddress(Thread &T, const Instruction &I) {
  T.R[I.Dst] = ParamWindow | (T.ParamBase + static_cast<uint64_t>(I.Offset));
  return Flow::Next;
}

Flow runToGeneric(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A] | static_cast<uint64_t>(I.Offset);
  return Flow::Next;
}

Flow runFromGeneric(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A] & ~static_cast<uint64_t>(I.Offset);
  return Flow::Next;
}

Flow runIsSpace(Thread &T, const Instruction &I) {
  uint64_t Window = T.R[I.A] & WindowMask;
  T.R[I.Dst] = Window == static_cast<uint64_t>(I.Offset);
  return Flow::Next;
}

Flow runSelect(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[T.R[I.C] & 1 ? I.A : I.B];
  return Flow::Next;
}

template <class V> Flow runSelectBySign(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[T.get<V>(I.C) >= 0 ? I.A : I.B];
  return Flow::Next;
}

bool decodePack(Decoding &D, unsigned Whole) {
  bool Unpack = D.Ops[0].K == Operand::Kind::Vector;
  if (!D.slotsOf(Unpack ? 0 : 1, D.I.Slots) || !D.isValue(Unpack ? 1 : 0))
    return false;
  size_t Parts = D.I.Slots.size();
  if ((Parts != 2 && Parts != 4 && Parts != 8) || Whole > 8)
    return false;
  D.I.Bytes = static_cast<uint8_t>(Whole / Parts);
  if (Unpack)
    D.I.A = D.Ops[1].Slot;
  else
    D.I.Dst = D.Ops[0].Slot;
  for (int32_t Slot : D.I.Slots)
    if (Slot < 0 && !Unpack)
      return false;
  D.I.Run = Unpack ? runUnpack : runPack;
  return D.I.Bytes != 0;
}

bool decodeMov(Decoding &D) {
  Type T = D.Mods.takeType();
  if (T == Type::None || T == Type::B128 || D.Ops.size() != 2)
    return false;
  if (D.Ops[0].K == Operand::Kind::Vector ||
      D.Ops[1].K == Operand::Kind::Vector)
    return decodePack(D, sizeOf(T));
  std::string_view From = D.Ops[1].Name;
  bool Upper = From == "%clock_hi" || From == "%globaltimer_hi";
  if (Upper || From == "%clock" || From == "%clock64" ||
      From == "%globaltimer" || From == "%globaltimer_lo") {
    D.I.Mode = Upper;
    D.I.Dst = D.Ops[0].Slot;
    D.I.Run = runClock;
    return D.isValue(0);
  }
  if (D.Ops.size() == 2 && D.Ops[1].IsParameter) {
    D.I.Offset = static_cast<int64_t>(D.Ops[1].Constant);
    D.I.Run = runParameterAddress;
    return D.assign(1);
  }
  D.I.Run = runMove;
  return D.assign(1);
}

bool decodeCvta(Decoding &D) {
  bool To = D.Mods.take("to");
  static constexpr uint64_t Windows[] = {
      0, 0, SharedWindow, SharedWindow, LocalWindow, ParamWindow, ParamWindow};
  int Sp = D.Mods.takeOneOf({"global", "const", "shared", "shared::cta",
                             "local", "param", "param::entry"});
  if (Sp < 0 || (!D.Mods.take("u64") && !D.Mods.take("u32")))
    return false;
  D.I.Offset = static_cast<int64_t>(Windows[Sp]);
  D.I.Run = To ? runFromGeneric : runToGeneric;
  return D.assign(1);
}

bool decodeIsSpace(Decoding &D) {
  int Sp = D.Mods.takeOneOf({"global", "shared", "shared::cta", "local"});
  if (Sp < 0)
    return false;
  D.I.Offset = static_cast<int64_t>(Sp == 0   ? 0
                                    : Sp == 3 ? LocalWindow
                                              : SharedWindow);
  D.I.Run = runIsSpace;
  return D.assign(1);
}

} // namespace

bool decodeMove(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name == "mov")
    return decodeMov(D);
  if (Name == "cvta")
    return decodeCvta(D);
  if (Name == "isspacep")
    return decodeIsSpace(D);
  if (Name == "selp") {
    D.I.Run = runSelect;
    return D.Mods.takeType() != Type::None && D.assign(3) && !D.Ops[3].Negated;
  }
  if (Name == "slct") {
    Type Value = D.Mods.takeType(), Sign = D.Mods.takeType();
    D.I.Run =
        Sign == Type::S32 ? runSelectBySign<int32_t> : runSelectBySign<float>;
    return Value != Type::None && (Sign == Type::S32 || Sign == Type::F32) &&
           D.assign(3);
  }
  return false;
}

} // namespace pipeline_rewrite::executor
