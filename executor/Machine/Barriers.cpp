//===- Machine/Barriers.cpp - bar.sync, bar.red, bar.arrive ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Barriers.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {

void Barriers::reset() {
  All.fill(Named());
  Of.clear();
}

void Barriers::arrive(Thread &T, const Instruction &I, unsigned Id,
                      unsigned Expected, bool Predicate) {
  Named &N = All[Id];
  N.Expected = Expected;
  auto Kind = static_cast<BarrierKind>(I.Mode);
  if (Kind == BarrierKind::Arrive) {
    N.Arrived.push_back(static_cast<uint16_t>(T.Index));
  } else {
    T.St = Thread::State::AtBarrier;
    B.Sched.setWaiting(T.Index);
    N.Waiting.push_back(static_cast<uint16_t>(T.Index));
    N.Votes += Predicate;
    ++N.Voters;
  }
  if (isComplete(N))
    complete(N);
}

bool Barriers::isComplete(const Named &N) const {
  size_t Have = N.Waiting.size() + N.Arrived.size();
  // Without a count all threads take part; those that have exited no longer
  // count.
  return Have != 0 && Have >= (N.Expected ? N.Expected : B.liveThreads());
}

void Barriers::recheck() {
  for (Named &N : All)
    if (isComplete(N))
      complete(N);
}

void Barriers::complete(Named &N) {
  ++B.Host.Stats.Barriers;
  checkDivergence(N);
  noteCame(N);
  orderParticipants(N);
  Named Done;
  std::swap(Done, N);
  for (uint16_t Index : Done.Waiting) {
    Thread &T = B.thread(Index);
    giveResult(T, Done);
    B.release(T);
  }
}

void Barriers::noteCame(const Named &N) {
  // Nearly always all threads stand at one instruction.
  uint32_t Last = 0;
  Callers *C = nullptr;
  for (uint16_t Index : N.Waiting) {
    const Thread &T = B.thread(Index);
    const uint32_t Id = T.F->Code[T.Pc].Id;
    if (!C || Id != Last)
      C = &Of[Id];
    Last = Id;
    if (C->Count == B.threadCount())
      continue;
    C->Came.resize(B.threadCount());
    C->Count += !C->Came[Index];
    C->Came[Index] = true;
  }
}

bool Barriers::hasLost(uint32_t Id) const {
  auto Found = Of.find(Id);
  if (Found == Of.end())
    return false;
  const std::vector<bool> &Came = Found->second.Came;
  for (size_t I = 0; I < Came.size(); ++I)
    if (Came[I] && B.thread(I).St == Thread::State::Exited)
      return true;
  return false;
}

void Barriers::orderParticipants(const Named &N) {
  if (N.Arrived.empty() && N.Waiting.size() == B.liveThreads()) {
    B.noteBarrier(B.thread(N.Waiting.front()));
    return B.orderAll();
  }
  std::vector<uint16_t> From = N.Waiting;
  From.insert(From.end(), N.Arrived.begin(), N.Arrived.end());
  B.orderThreads(From, N.Waiting);
}

/// `bar` and `barrier.aligned` require that all threads of a warp execute the
/// same barrier instruction (PTX ISA, "bar, barrier").
void Barriers::checkDivergence(const Named &N) {
  std::unordered_map<uint32_t, const Thread *> First;
  for (uint16_t Index : N.Waiting) {
    const Thread &T = B.thread(Index);
    const Instruction &I = T.F->Code[T.Pc];
    if (!I.Aligned)
      continue;
    auto [At, New] = First.try_emplace(T.Warp, &T);
    const Thread &Other = *At->second;
    if (Other.F == T.F && Other.Pc == T.Pc)
      continue;
    const Origin &O = B.L.M->Origins[Other.F->Code[Other.Pc].Id];
    B.report(HazardKind::BarrierDivergence, Severity::Hard, &T, I.Id,
             "threads of one warp meet at different barriers, the other at " +
                 B.L.M->placeOf(O));
    return;
  }
  if (N.Expected != 0 || B.liveThreads() == B.threadCount())
    return;
  const Thread &T = B.thread(N.Waiting.empty() ? N.Arrived[0] : N.Waiting[0]);
  // Threads that never come to a barrier are not waited for; those that came
  // and then ended met it less often than others, which is not defined (CUDA
  // C++ Programming Guide, "Synchronization Functions").
  const uint32_t Id = T.F->Code[T.Pc].Id;
  B.report(HazardKind::BarrierDivergence,
           hasLost(Id) ? Severity::Soft : Severity::Advisory, &T, Id,
           "barrier completed by " + std::to_string(B.liveThreads()) + " of " +
               std::to_string(B.threadCount()) +
               " threads; the others have exited");
}

void Barriers::giveResult(Thread &T, const Named &N) {
  const Instruction &I = T.F->Code[T.Pc];
  switch (static_cast<BarrierKind>(I.Mode)) {
  case BarrierKind::RedPopc:
    T.R[I.Dst] = N.Votes;
    break;
  case BarrierKind::RedAnd:
    T.R[I.Dst] = N.Votes == N.Voters;
    break;
  case BarrierKind::RedOr:
    T.R[I.Dst] = N.Votes != 0;
    break;
  default:
    break;
  }
}

} // namespace pipeline_rewrite::executor
