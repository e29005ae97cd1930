//===- Machine/MBarriers.cpp - mbarrier objects ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/MBarriers.h"
#include "executor/Machine/Block.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

void MBarriers::reset() {
  Objects.clear();
  Deferred.clear();
}

void MBarriers::init(const Thread &T, uint32_t Address, uint32_t Count) {
  Object O{Count,
           Count,
           /*Phase=*/0,
           /*Bytes=*/0,
           T.Index,
           /*IsShown=*/false,
           Joined(B.threadCount()),
           Joined(B.threadCount())};
  Objects.insert_or_assign(Address, std::move(O));
}

bool MBarriers::invalidate(uint32_t Address) {
  return Objects.erase(Address) != 0;
}

void MBarriers::release(Object &O, Thread &T) {
  O.Arriving.release(T.Self);
  B.tick(T);
}

void MBarriers::count(Object &O, uint32_t Arrivals) {
  B.FailedPolls = 0;
  O.Pending -= std::min(O.Pending, Arrivals);
  settle(O);
}

void MBarriers::settle(Object &O) {
  if (O.Pending != 0 || O.Bytes != 0)
    return;
  ++O.Phase;
  O.Pending = O.Expected;
  O.Completed = O.Arriving;
  O.Arriving.clear();
}

void MBarriers::expect(uint32_t Address, uint32_t Bytes) {
  Objects.at(Address).Bytes += Bytes;
}

void MBarriers::complete(Thread &T, uint32_t Address, uint32_t Bytes) {
  auto At = Objects.find(Address);
  if (At == Objects.end())
    return B.report(HazardKind::MBarrierMisuse, Severity::Hard, &T,
                    T.Self.Where,
                    "a copy lands for an mbarrier that is invalidated");
  Object &O = At->second;
  if (Bytes > O.Bytes)
    B.report(HazardKind::MBarrierMisuse, Severity::Hard, &T, T.Self.Where,
             "a copy brings " + std::to_string(Bytes) + " bytes where " +
                 std::to_string(O.Bytes) + " are expected");
  release(O, T);
  O.Bytes -= std::min<int64_t>(O.Bytes, Bytes);
  B.FailedPolls = 0;
  settle(O);
}

void MBarriers::showToCopies(const Thread &T) {
  for (auto &[Address, O] : Objects)
    O.IsShown |= O.MadeBy == T.Index;
}

bool MBarriers::isReadyForCopies(uint32_t Address) const {
  auto At = Objects.find(Address);
  return At != Objects.end() && At->second.IsShown;
}

uint64_t MBarriers::arrive(Thread &T, uint32_t Address, uint32_t Count,
                           bool Drop) {
  Object &O = Objects.at(Address);
  if (Count > O.Pending)
    B.report(HazardKind::MBarrierMisuse, Severity::Hard, &T, T.Self.Where,
             "arrives " + std::to_string(Count) + " times where " +
                 std::to_string(O.Pending) + " arrivals are pending");
  uint64_t Phase = O.Phase;
  release(O, T);
  if (Drop)
    O.Expected -= Count;
  count(O, Count);
  return Phase;
}

void MBarriers::arriveWhenCopied(Thread &T, uint32_t Address, bool Increment) {
  if (Increment)
    ++Objects.at(Address).Pending;
  Deferred.push_back({T.Index, Address, T.Copies.issued()});
  // "Earliest" is a legal moment too.
  if (B.Host.Rng.below(3) == 0) {
    DeferredArrival D = Deferred.back();
    Deferred.pop_back();
    perform(D);
  }
}

void MBarriers::perform(const DeferredArrival &D) {
  Thread &T = B.thread(D.Thread);
  T.Copies.completeBefore(T.Self, D.Before, B);
  auto At = Objects.find(D.Address);
  if (At == Objects.end())
    return; // invalidated meanwhile
  release(At->second, T);
  count(At->second, 1);
}

void MBarriers::performFor(uint32_t Address) {
  std::vector<DeferredArrival> Due, Rest;
  for (const DeferredArrival &D : Deferred)
    (D.Address == Address ? Due : Rest).push_back(D);
  Deferred = std::move(Rest);
  for (const DeferredArrival &D : Due)
    perform(D);
}

bool MBarriers::coversCopiesOf(const Thread &T) const {
  for (const DeferredArrival &D : Deferred)
    if (D.Thread == T.Index && D.Before == T.Copies.issued())
      return true;
  return false;
}

void MBarriers::landSome(Random &Rng) {
  size_t At = Rng.below(static_cast<uint32_t>(Deferred.size()));
  DeferredArrival D = Deferred[At];
  Deferred.erase(Deferred.begin() + static_cast<ptrdiff_t>(At));
  perform(D);
}

bool MBarriers::test(Thread &T, uint32_t Address, uint64_t Phase,
                     bool IsParity) {
  Object &O = Objects.at(Address);
  auto Done = [&] {
    return IsParity ? (O.Phase & 1) != (Phase & 1) : O.Phase != Phase;
  };
  // The latest legal moment for a copy to arrive is just before its waiter
  // needs it; a poll may also fail first.
  if (!Done() && B.Host.Rng.below(2)) {
    performFor(Address);
    B.Tensors.landFor(Address);
  }
  if (!Done()) {
    ++B.FailedPolls;
    return false;
  }
  O.Completed.acquireInto(T.Self);
  return true;
}

} // namespace pipeline_rewrite::executor
