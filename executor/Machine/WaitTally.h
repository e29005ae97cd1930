//===- Machine/WaitTally.h - What waits and barriers did --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How often each thread came to a wait for copies or to a barrier of the whole
// block, and one of them taken as if the text asked for less.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_WAITTALLY_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_WAITTALLY_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace pipeline_rewrite::executor {

class WaitTally {
public:
  struct Count {
    bool IsBarrier = false;
    uint64_t Most = 0, Least = ~uint64_t(0); ///< of the threads that came there
    uint64_t Threads = 0;
    uint64_t Leaves = 0;  ///< groups
    uint64_t Pending = 0; ///< the most groups before it that hold copies
    uint64_t Ended = 0;   ///< times that one group more would be left, with
                          ///< copies in it
  };

  void beginLaunch(size_t Instructions) {
    Sites.clear();
    Reached.assign(Instructions, 0);
  }
  Count &at(uint32_t Site) { return Sites[Site]; }
  /// A thread has ended that came there so often.
  void add(const std::map<uint32_t, uint64_t> &OfThread) {
    for (const auto &[Site, Times] : OfThread) {
      Count &Of = Sites[Site];
      Of.Most = std::max(Of.Most, Times);
      Of.Least = std::min(Of.Least, Times);
      ++Of.Threads;
    }
  }
  const std::map<uint32_t, Count> &sites() const { return Sites; }

  /// By Instruction::Id: accesses that may be to shared memory, and what orders
  /// them.
  std::vector<uint8_t> Reached;

  // Of one wait or barrier, what a launch does without.
  std::set<uint32_t> Loose; ///< by Origin::Site
  bool LooseBarrier = false;
  uint64_t LooseTimes = 0; ///< of each thread, the first ones

  bool isLoose(uint32_t Site, bool IsBarrier, uint64_t Time) const {
    return IsBarrier == LooseBarrier && Time < LooseTimes && Loose.count(Site);
  }

private:
  std::map<uint32_t, Count> Sites;
};

} // namespace pipeline_rewrite::executor

#endif
