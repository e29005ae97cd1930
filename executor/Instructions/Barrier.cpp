//===- Instructions/Barrier.cpp - bar, barrier, fences --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

/// Counts a barrier of the whole block; true if it is to be left out.
bool leavesOut(Thread &T, const Instruction &I, uint32_t Id) {
  if (static_cast<BarrierKind>(I.Mode) != BarrierKind::Sync || Id || I.B >= 0)
    return false;
  const uint32_t Site = T.B->L.M->Origins[I.Id].Site;
  WaitTally &Waits = T.B->Host.Waits;
  Waits.at(Site).IsBarrier = true;
  return Waits.isLoose(Site, /*IsBarrier=*/true, T.Waits[Site]++);
}

/// A is the barrier, B the thread count if any, C the predicate of bar.red.
Flow runBarrier(Thread &T, const Instruction &I) {
  T.B->reach(T, I);
  uint32_t Id = T.get<uint32_t>(I.A);
  uint32_t Count = I.B >= 0 ? T.get<uint32_t>(I.B) : 0;
  if (Id > 15 || Count % 32 != 0)
    return T.B->stop(HazardKind::Unsupported, T, I,
                     "barrier " + std::to_string(Id) + " with " +
                         std::to_string(Count) +
                         " threads: the number must be below 16 and the count "
                         "a multiple of 32");
  if (leavesOut(T, I, Id))
    return Flow::Next;
  bool Vote = I.C >= 0 && (T.R[I.C] & 1) != I.NegatedC;
  bool Waits = static_cast<BarrierKind>(I.Mode) != BarrierKind::Arrive;
  T.B->Bars.arrive(T, I, Id, Count, Vote);
  return Waits ? Flow::Stop : Flow::Next;
}

Flow runWarpBarrier(Thread &T, const Instruction &I) {
  T.B->reach(T, I);
  T.B->arriveAtWarp(T, I, T.get<uint32_t>(I.A));
  return Flow::Stop;
}

void syncWarp(Block &B, unsigned Warp, uint32_t Lanes, const Instruction &) {
  std::vector<uint16_t> Who;
  for (uint32_t Left = Lanes; Left; Left &= Left - 1)
    Who.push_back(static_cast<uint16_t>(Warp * 32 + __builtin_ctz(Left)));
  B.orderThreads(Who, Who);
}

/// A fence does nothing to memory that is always coherent; it orders the
/// atomics around it.
Flow runFence(Thread &T, const Instruction &) {
  T.PendingAcquire.acquireInto(T.Self);
  T.PendingAcquire.clear();
  T.Fenced = true;
  return Flow::Next;
}

bool decodeWarpBarrier(Decoding &D) {
  if (!D.Mods.take("sync") || D.Ops.size() != 1 || !D.isValue(0))
    return false;
  D.I.A = D.Ops[0].Slot;
  D.I.Run = runWarpBarrier;
  D.I.Collective = syncWarp;
  D.M.HasPartialOrder = true;
  return true;
}

/// The copy engine sees what this thread has done, or seen.
Flow runProxyFence(Thread &T, const Instruction &I) {
  T.B->MBars.showToCopies(T);
  if (I.Mode)
    T.ProxyFence = T.Self.Clock;
  return runFence(T, I);
}

bool decodeFence(Decoding &D) {
  D.Mods.take("release");
  const bool IsInit = D.Mods.take("mbarrier_init");
  if (IsInit || (D.Mods.take("proxy") && D.Mods.take("async"))) {
    const int Of = D.Mods.takeOneOf({"cluster", "shared::cta", "global"});
    D.I.Mode = !IsInit && Of != 1;
    D.I.Run = runProxyFence;
    D.M.HasPartialOrder = true;
    return D.Ops.empty();
  }
  bool Membar = D.Mods.mnemonic() == "membar";
  if (!Membar)
    D.Mods.takeOneOf({"sc", "acq_rel"});
  D.Mods.takeOneOf(
      Membar ? std::initializer_list<std::string_view>{"cta", "gl", "sys"}
             : std::initializer_list<std::string_view>{"cta", "cluster", "gpu",
                                                       "sys"});
  D.I.Run = runFence;
  D.M.HasPartialOrder = true;
  return D.Ops.empty();
}

bool decodeReduction(Decoding &D) {
  int Kind = D.Mods.takeOneOf({"popc", "and", "or"});
  Type T = D.Mods.takeType();
  static constexpr BarrierKind Kinds[] = {
      BarrierKind::RedPopc, BarrierKind::RedAnd, BarrierKind::RedOr};
  if (Kind < 0 || T != (Kind == 0 ? Type::U32 : Type::Pred) ||
      D.Ops.size() < 3 || D.Ops.size() > 4)
    return false;
  for (size_t N = 0; N < D.Ops.size(); ++N)
    if (!D.isValue(N))
      return false;
  D.I.Mode = static_cast<uint8_t>(Kinds[Kind]);
  D.I.Dst = D.Ops[0].Slot;
  D.I.A = D.Ops[1].Slot;
  if (D.Ops.size() == 4)
    D.I.B = D.Ops[2].Slot;
  D.I.C = D.Ops.back().Slot;
  D.I.NegatedC = D.Ops.back().Negated;
  return true;
}

} // namespace

bool decodeBarrier(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name == "membar" || Name == "fence")
    return decodeFence(D);
  if (D.Mods.take("warp"))
    return decodeWarpBarrier(D);
  D.Mods.take("cta");
  // `bar` is `barrier.cta.aligned`.
  D.I.Aligned = D.Mods.take("aligned") || Name == "bar";
  int Kind = D.Mods.takeOneOf({"sync", "arrive", "red"});
  D.I.Run = runBarrier;
  bool Ok;
  if (Kind == 2) {
    Ok = decodeReduction(D);
  } else {
    Ok = Kind >= 0 && !D.Ops.empty() && D.Ops.size() <= 2 && D.isValue(0);
    D.I.Mode = static_cast<uint8_t>(Kind == 1 ? BarrierKind::Arrive
                                              : BarrierKind::Sync);
    if (Ok) {
      D.I.A = D.Ops[0].Slot;
      if (D.Ops.size() == 2)
        D.I.B = D.Ops[1].Slot;
    }
  }
  if (D.I.B >= 0)
    D.M.HasPartialOrder = true;
  return Ok && (Kind != 1 || D.I.B >= 0);
}

} // namespace pipeline_rewrite::executor
