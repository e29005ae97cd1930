//===- Machine/AsyncCopies.cpp - cp.async of one thread -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/AsyncCopies.h"
#include <algorithm>
#include <cstring>

namespace pipeline_rewrite::executor {

void AsyncCopies::land(AsyncCopy &C, const uint8_t *From) {
  uint8_t Bytes[16] = {};
  if (From)
    std::memcpy(Bytes, From, C.SourceBytes);
  else
    std::memset(Bytes, SharedMemory::Poison, C.SourceBytes);
  Shared->landCopy(C.Target, C.Bytes, Bytes);
  C.Landed = true;
}

bool AsyncCopies::issue(const Actor &A, const AsyncCopy &Copy) {
  AsyncCopy C = Copy;
  if (!Shared->beginCopy(A, C.Target, C.Bytes))
    return false; // reported there
  if (C.Source)
    std::memcpy(C.AtIssue, C.Source, C.SourceBytes);
  if (C.Moment == CopyMoment::Early)
    land(C, C.Source);
  C.Number = Issued++;
  Open.push_back(C);
  ++Outstanding;
  return true;
}

void AsyncCopies::commit() {
  // An empty group counts as well.
  Committed.push_back(std::move(Open));
  Open.clear();
}

void AsyncCopies::complete(const Actor &A, AsyncCopy &C, FindingSink &Sink) {
  if (C.Source && std::memcmp(C.Source, C.AtIssue, C.SourceBytes) != 0)
    Sink.found({HazardKind::SourceChanged, Severity::Hard,
                reinterpret_cast<uint64_t>(C.Source), C.SourceBytes, A.Thread,
                C.Where});
  if (!C.Landed)
    land(C,
         C.Moment == CopyMoment::Stretched && C.Source ? C.AtIssue : C.Source);
  Shared->endCopy(A, C.Target, C.Bytes);
  --Outstanding;
}

void AsyncCopies::completeGroup(const Actor &A, Group &G, FindingSink &Sink) {
  for (AsyncCopy &C : G)
    complete(A, C, Sink);
  G.clear();
}

void AsyncCopies::waitGroup(const Actor &A, uint64_t Pending,
                            FindingSink &Sink) {
  while (Committed.size() > Pending) {
    completeGroup(A, Committed.front(), Sink);
    Committed.pop_front();
  }
}

void AsyncCopies::waitAll(const Actor &A, FindingSink &Sink) {
  waitGroup(A, 0, Sink);
  completeGroup(A, Open, Sink);
}

void AsyncCopies::completeBefore(const Actor &A, uint64_t Number,
                                 FindingSink &Sink) {
  auto Part = [&](Group &G) {
    Group Left;
    for (AsyncCopy &C : G)
      if (C.Number < Number)
        complete(A, C, Sink);
      else
        Left.push_back(C);
    G = std::move(Left);
  };
  for (Group &G : Committed)
    Part(G);
  Part(Open);
}

void AsyncCopies::landSome(Random &Rng) {
  auto Try = [&](Group &G) {
    for (AsyncCopy &C : G)
      if (C.Moment == CopyMoment::Random && !C.Landed && Rng.below(2))
        land(C, C.Source);
  };
  for (Group &G : Committed)
    Try(G);
  Try(Open);
}

size_t AsyncCopies::groups() const {
  return static_cast<size_t>(
      std::count_if(Committed.begin(), Committed.end(),
                    [](const Group &G) { return !G.empty(); }));
}

const AsyncCopy &AsyncCopies::youngest() const {
  if (!Open.empty())
    return Open.back();
  for (auto G = Committed.rbegin(); G != Committed.rend(); ++G)
    if (!G->empty())
      return G->back();
  return Committed.front().front();
}

void AsyncCopies::clear() {
  Committed.clear();
  Open.clear();
  Outstanding = 0;
}

} // namespace pipeline_rewrite::executor
