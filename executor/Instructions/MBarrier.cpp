//===- Instructions/MBarrier.cpp - mbarrier -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Decode/MemoryModifiers.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

uint32_t addressOf(const Thread &T, const Instruction &I) {
  return static_cast<uint32_t>((T.R[I.A] + static_cast<uint64_t>(I.Offset)) &
                               ~WindowMask);
}

Flow missing(Thread &T, const Instruction &I) {
  return T.B->stop(HazardKind::MBarrierMisuse, T, I,
                   "the mbarrier is not initialised");
}

Flow runInit(Thread &T, const Instruction &I) {
  uint32_t Count = T.get<uint32_t>(I.B);
  if (T.B->MBars.exists(addressOf(T, I)))
    T.B->report(HazardKind::MBarrierMisuse, Severity::Soft, &T, I.Id,
                "the mbarrier is initialised again without mbarrier.inval");
  // The object is opaque: its bytes only become initialised.
  uint64_t Opaque = 0;
  if (T.B->store(T, I, Space::Shared, addressOf(T, I), 8, &Opaque))
    T.B->MBars.init(T, addressOf(T, I), Count);
  return Flow::Next;
}

Flow runInvalidate(Thread &T, const Instruction &I) {
  if (!T.B->MBars.invalidate(addressOf(T, I)))
    return missing(T, I);
  return Flow::Next;
}

/// B is the number of bytes that copies are to bring.
Flow runArriveExpecting(Thread &T, const Instruction &I) {
  uint32_t Address = addressOf(T, I);
  if (!T.B->MBars.exists(Address))
    return missing(T, I);
  T.Self.Where = I.Id;
  T.B->MBars.expect(Address, T.get<uint32_t>(I.B));
  uint64_t Phase = T.B->MBars.arrive(T, Address, 1, /*Drop=*/false);
  if (I.Dst >= 0)
    T.R[I.Dst] = Phase;
  return Flow::Next;
}

/// B is the count if any. Mode 1: arrive_drop.
Flow runArrive(Thread &T, const Instruction &I) {
  uint32_t Address = addressOf(T, I);
  if (!T.B->MBars.exists(Address))
    return missing(T, I);
  uint32_t Count = I.B >= 0 ? T.get<uint32_t>(I.B) : 1;
  T.Self.Where = I.Id;
  uint64_t Phase = T.B->MBars.arrive(T, Address, Count, I.Mode != 0);
  if (I.Dst >= 0)
    T.R[I.Dst] = Phase;
  return Flow::Next;
}

/// Mode 1: the operand is a parity.
Flow runTest(Thread &T, const Instruction &I) {
  uint32_t Address = addressOf(T, I);
  if (!T.B->MBars.exists(Address))
    return missing(T, I);
  T.Self.Where = I.Id;
  uint64_t Phase = I.Mode ? T.get<uint32_t>(I.B) : T.R[I.B];
  bool Done = T.B->MBars.test(T, Address, Phase, I.Mode != 0);
  T.R[I.Dst] = Done;
  return Done ? Flow::Next : Flow::Yield;
}

bool decodeTest(Decoding &D, bool Try) {
  D.I.Mode = D.Mods.take("parity");
  // .acquire is the default; .relaxed would order nothing.
  D.Mods.take("acquire");
  D.Mods.take("cta");
  takeSpace(D.Mods, D.I.Sp);
  size_t Most = Try ? 4 : 3; // try_wait may name a time limit
  if (!D.Mods.take("b64") || D.Ops.size() < 3 || D.Ops.size() > Most ||
      !D.isValue(0) || !D.assignAddress(1) || !D.isValue(2))
    return false;
  D.I.Dst = D.Ops[0].Slot;
  D.I.B = D.Ops[2].Slot;
  D.I.Run = runTest;
  return true;
}

bool decodeArrive(Decoding &D, bool Drop) {
  D.I.Mode = Drop;
  const bool Expects = !Drop && D.Mods.take("expect_tx");
  D.Mods.take("noComplete");
  D.Mods.take("release");
  D.Mods.take("cta");
  takeSpace(D.Mods, D.I.Sp);
  size_t Address = D.isAddress(0) ? 0 : 1;
  if (!D.Mods.take("b64") || !D.assignAddress(Address) ||
      D.Ops.size() > Address + 2)
    return false;
  if (Address == 1)
    D.I.Dst = D.Ops[0].Slot; // -1 for `_`
  if (D.Ops.size() == Address + 2) {
    if (!D.isValue(Address + 1))
      return false;
    D.I.B = D.Ops[Address + 1].Slot;
  }
  D.I.Run = Expects ? runArriveExpecting : runArrive;
  if (Expects && D.I.B < 0)
    return false;
  return true;
}

} // namespace

bool decodeMBarrier(Decoding &D) {
  D.M.HasPartialOrder = true;
  if (D.Mods.take("init")) {
    takeSpace(D.Mods, D.I.Sp);
    if (!D.Mods.take("b64") || D.Ops.size() != 2 || !D.assignAddress(0) ||
        !D.isValue(1))
      return false;
    D.I.B = D.Ops[1].Slot;
    D.I.Run = runInit;
    return true;
  }
  if (D.Mods.take("inval")) {
    takeSpace(D.Mods, D.I.Sp);
    D.I.Run = runInvalidate;
    return D.Mods.take("b64") && D.Ops.size() == 1 && D.assignAddress(0);
  }
  if (D.Mods.take("test_wait"))
    return decodeTest(D, false);
  if (D.Mods.take("try_wait"))
    return decodeTest(D, true);
  if (D.Mods.take("arrive"))
    return decodeArrive(D, false);
  if (D.Mods.take("arrive_drop"))
    return decodeArrive(D, true);
  return false;
}

} // namespace pipeline_rewrite::executor
