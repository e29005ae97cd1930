//===- Instructions/AsyncCopy.cpp - cp.async ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy"
// (non-bulk copies only).
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Decode/MemoryModifiers.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

CopyMoment momentFor(Machine &M) {
  return M.Options.Copies.value_or(static_cast<CopyMoment>(M.Rng.below(4)));
}

/// A is the target, B the source, C the source size or the ignore-src
/// predicate (Mode 1), Bytes the copy size.
Flow runCopy(Thread &T, const Instruction &I) {
  Block &B = *T.B;
  AsyncCopy C;
  C.Bytes = C.SourceBytes = I.Bytes;
  if (I.C >= 0 && I.Mode)
    C.SourceBytes = (T.R[I.C] & 1) != I.NegatedC ? 0 : I.Bytes;
  else if (I.C >= 0)
    C.SourceBytes =
        static_cast<uint8_t>(std::min<uint32_t>(I.Bytes, T.get<uint32_t>(I.C)));
  uint64_t Target = T.R[I.A] + static_cast<uint64_t>(I.Offset);
  uint64_t Source = T.R[I.B] + static_cast<uint64_t>(I.Offset2);
  B.reach(T, I);
  C.Where = I.Id;
  for (auto [Address, Space] : {std::pair(Target, AccessSpace::Shared),
                                std::pair(Source, AccessSpace::Global)})
    if (Address % I.Bytes)
      B.found({HazardKind::Misaligned, Severity::Hard, Address, I.Bytes, -1, 0,
               Space});
  // Nothing is read when the source size is zero, whatever the address.
  C.Source =
      C.SourceBytes ? B.globalSource(T, I, Source, C.SourceBytes) : nullptr;
  C.Target = static_cast<uint32_t>(Target);
  C.Moment = momentFor(B.Host);
  if (T.Copies.issue(T.Self, C))
    B.tell(T, AccessKind::CopyTo, Space::Shared, C.Target, C.Bytes);
  ++B.Host.Stats.Copies;
  return Flow::Next;
}

Flow runCommit(Thread &T, const Instruction &I) {
  T.B->reach(T, I);
  T.Copies.commit();
  return Flow::Next;
}

/// Counts the wait; true if it is to leave a group more.
bool noteWait(Thread &T, const Instruction &I, uint64_t Leaves) {
  T.B->reach(T, I);
  const uint32_t Site = T.B->L.M->Origins[I.Id].Site;
  WaitTally &Waits = T.B->Host.Waits;
  WaitTally::Count &Of = Waits.at(Site);
  Of.Leaves = std::max(Of.Leaves, Leaves);
  Of.Pending = std::max<uint64_t>(Of.Pending, T.Copies.groups());
  Of.Ended += T.Copies.endsLast(Leaves);
  return Waits.isLoose(Site, /*IsBarrier=*/false, T.Waits[Site]++);
}

Flow runWaitGroup(Thread &T, const Instruction &I) {
  const auto Leaves = T.get<uint32_t>(I.A);
  const bool OneMore = noteWait(T, I, Leaves);
  T.Copies.waitGroup(T.Self, uint64_t(Leaves) + OneMore, *T.B);
  return Flow::Next;
}

Flow runWaitAll(Thread &T, const Instruction &I) {
  if (noteWait(T, I, 0))
    T.Copies.waitGroup(T.Self, 1, *T.B);
  else
    T.Copies.waitAll(T.Self, *T.B);
  return Flow::Next;
}

bool decodeCopy(Decoding &D) {
  // .ca or .cg, then target and source space.
  bool Whole = D.Mods.take("cg");
  if (!Whole && !D.Mods.take("ca"))
    return false;
  bool Hint = D.Mods.take("L2::cache_hint");
  D.Mods.takeOneOf({"L2::64B", "L2::128B", "L2::256B"});
  if (!D.Mods.take("shared") && !D.Mods.take("shared::cta"))
    return false;
  if (!D.Mods.take("global") || !D.isAddress(0) || !D.isAddress(1))
    return false;
  size_t Extra = D.Ops.size() - (Hint ? 1 : 0);
  if (Extra < 3 || Extra > 4 || !D.Ops[2].IsConstant)
    return false;
  uint64_t Bytes = D.Ops[2].Constant;
  if (Bytes != 16 && (Whole || (Bytes != 4 && Bytes != 8)))
    return false;
  D.I.A = D.Ops[0].Slot;
  D.I.Offset = D.Ops[0].Offset;
  D.I.B = D.Ops[1].Slot;
  D.I.Offset2 = D.Ops[1].Offset;
  D.I.Bytes = static_cast<uint8_t>(Bytes);
  D.I.Run = runCopy;
  if (Extra == 4) {
    if (!D.isValue(3))
      return false;
    D.I.C = D.Ops[3].Slot;
    D.I.Mode = D.Ops[3].IsPredicate;
    D.I.NegatedC = D.Ops[3].Negated;
  }
  return true;
}

/// cp.async.mbarrier.arrive{.noinc}: Mode 1 increments the pending count.
Flow runArriveWhenCopied(Thread &T, const Instruction &I) {
  auto Address = static_cast<uint32_t>(
      (T.R[I.A] + static_cast<uint64_t>(I.Offset)) & ~WindowMask);
  if (!T.B->MBars.exists(Address))
    return T.B->stop(HazardKind::MBarrierMisuse, T, I,
                     "the mbarrier is not initialised");
  T.Self.Where = I.Id;
  T.B->MBars.arriveWhenCopied(T, Address, I.Mode != 0);
  return Flow::Next;
}

bool decodeMBarrierArrive(Decoding &D) {
  D.I.Mode = !D.Mods.take("noinc");
  takeSpace(D.Mods, D.I.Sp);
  D.I.Run = runArriveWhenCopied;
  D.M.HasPartialOrder = true;
  return D.Mods.take("b64") && D.Ops.size() == 1 && D.assignAddress(0);
}

} // namespace

bool decodeAsyncCopy(Decoding &D) {
  if (!D.Mods.take("async"))
    return false;
  if (D.Mods.first() == "bulk")
    return decodeTensorCopy(D);
  if (D.Mods.take("commit_group")) {
    D.I.Run = runCommit;
    return D.Ops.empty();
  }
  if (D.Mods.take("wait_group")) {
    if (D.Ops.size() != 1 || !D.Ops[0].IsConstant)
      return false;
    D.I.A = D.Ops[0].Slot;
    D.I.Run = runWaitGroup;
    return true;
  }
  if (D.Mods.take("wait_all")) {
    D.I.Run = runWaitAll;
    return D.Ops.empty();
  }
  if (D.Mods.first() == "mbarrier")
    return D.Mods.take("mbarrier") && D.Mods.take("arrive") &&
           decodeMBarrierArrive(D);
  return decodeCopy(D);
}

} // namespace pipeline_rewrite::executor
