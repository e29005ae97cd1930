//===- Machine/Scheduler.h - Which thread runs next -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Five policies, one of them chosen by the seed for every block. All are legal
// on hardware; between them they show an order dependence soon.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_SCHEDULER_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_SCHEDULER_H

#include "executor/Machine/Random.h"
#include <vector>

namespace pipeline_rewrite::executor {

enum class Policy : uint8_t {
  Forward,     ///< lowest thread, to its next wait
  Reverse,     ///< highest thread, to its next wait
  Shuffled,    ///< a random thread, to its next wait
  Interleaved, ///< a random thread for 1 to 97 instructions
  Delayed ///< as Shuffled, and one thread, now this, now that, only when no
          ///< other gets on
};

class Scheduler {
public:
  static constexpr uint32_t Policies = uint32_t(Policy::Delayed) + 1;

  void reset(unsigned Threads, Policy P, Random &Rng);
  void setReady(unsigned Thread) { set(Ready, Thread); }
  void setWaiting(unsigned Thread) { clear(Ready, Thread); }
  /// \p Thread polls: the others run first.
  void rest(unsigned Thread) { set(Rested, Thread); }

  /// The next thread, or -1 when none can run.
  int pick(Random &Rng);
  /// How many instructions it may run.
  uint64_t quantum(Random &Rng) const;

private:
  static constexpr unsigned PollsUntilDelayedRuns = 16;
  using Set = std::vector<uint64_t>;
  static void set(Set &S, unsigned N) { S[N / 64] |= uint64_t(1) << N % 64; }
  static void clear(Set &S, unsigned N) {
    S[N / 64] &= ~(uint64_t(1) << N % 64);
  }
  int firstFrom(unsigned Start) const;
  int last() const;
  void delay(Random &Rng);

  Set Ready, Rested;
  Policy How = Policy::Forward;
  unsigned Count = 0;
  int Last = -1;      ///< the thread that is delayed now
  unsigned Polls = 0; ///< times when all others polled
};

} // namespace pipeline_rewrite::executor

#endif
