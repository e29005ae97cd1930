//===- Machine/Scheduler.cpp - Which thread runs next ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Scheduler.h"
#include <cstddef>

namespace pipeline_rewrite::executor {

void Scheduler::reset(unsigned Threads, Policy P, Random &Rng) {
  Count = Threads;
  How = P;
  Ready.assign((Threads + 63) / 64, 0);
  Rested.assign(Ready.size(), 0);
  Last = -1;
  Polls = 0;
  if (P == Policy::Delayed)
    delay(Rng);
}

/// Another thread waits until the others cannot get on without it.
void Scheduler::delay(Random &Rng) {
  Last = static_cast<int>(Rng.below(Count));
  rest(static_cast<unsigned>(Last));
}

/// The first ready thread that has not rested at or after \p Start, wrapping.
int Scheduler::firstFrom(unsigned Start) const {
  unsigned Words = static_cast<unsigned>(Ready.size());
  unsigned At = Start / 64;
  uint64_t Mask = ~uint64_t(0) << Start % 64;
  for (unsigned N = 0; N <= Words; ++N) {
    uint64_t Bits = Ready[At] & ~Rested[At] & Mask;
    if (Bits)
      return static_cast<int>(At * 64 + __builtin_ctzll(Bits));
    Mask = ~uint64_t(0);
    At = At + 1 == Words ? 0 : At + 1;
  }
  return -1;
}

int Scheduler::last() const {
  for (std::size_t At = Ready.size(); At-- > 0;)
    if (uint64_t Bits = Ready[At] & ~Rested[At])
      return static_cast<int>(At * 64 + 63 - __builtin_clzll(Bits));
  return -1;
}

int Scheduler::pick(Random &Rng) {
  for (unsigned Attempt = 0; Attempt < 3; ++Attempt) {
    int Thread = How == Policy::Forward   ? firstFrom(0)
                 : How == Policy::Reverse ? last()
                                          : firstFrom(Rng.below(Count));
    if (Thread >= 0) {
      if (Thread == Last)
        delay(Rng);
      return Thread;
    }
    // All that can run are polling: let them poll again. What they poll for may
    // be what the delayed thread is to do.
    Rested.assign(Rested.size(), 0);
    if (Last >= 0 && Attempt == 0 && ++Polls % PollsUntilDelayedRuns)
      rest(static_cast<unsigned>(Last));
  }
  return -1;
}

uint64_t Scheduler::quantum(Random &Rng) const {
  // Even "to the next wait" ends some time, so that a thread that spins on a
  // plain variable lets the others write it.
  return How == Policy::Interleaved ? 1 + Rng.below(97) : 200000;
}

} // namespace pipeline_rewrite::executor
