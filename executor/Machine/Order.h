//===- Machine/Order.h - Which access happens before which ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Happens-before between the threads of a block. Time is one counter that
// never goes back. A barrier of the whole block moves Base: everything older
// is ordered before everything newer, and that is all most kernels need. Where
// only some threads synchronise (named barriers, mbarrier, __syncwarp) each
// thread carries in addition a vector clock: the time up to which it has seen
// every other thread.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_ORDER_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_ORDER_H

#include <cstdint>
#include <memory>
#include <vector>

namespace pipeline_rewrite::executor {

using ClockVector = std::vector<uint32_t>;
using SharedClock = std::shared_ptr<const ClockVector>;

/// Who accesses memory, and what that thread is ordered after.
struct Actor {
  uint16_t Thread = 0;
  uint32_t Clock = 1;
  SharedClock Seen;   ///< null: nothing newer than Base
  uint32_t Where = 0; ///< Instruction::Id of the access
};

struct Order {
  uint32_t Counter = 1;     ///< current time
  uint32_t LaunchFirst = 1; ///< time at which the launch began
  uint32_t BlockFirst = 1;  ///< time at which the block began
  uint32_t Base = 1;        ///< time of the last barrier of the whole block

  /// The access of \p Thread at \p Clock happens before what \p A does now.
  bool isBefore(uint16_t Thread, uint32_t Clock, const Actor &A) const {
    return Clock < Base || Thread == A.Thread ||
           (A.Seen && (*A.Seen)[Thread] >= Clock);
  }
};

/// What the threads of a release pass on; acquired by others later.
class Joined {
public:
  explicit Joined(size_t Threads) : Threads(Threads) {}
  /// Adds all that \p A did and saw.
  void release(const Actor &A);
  /// \p A is from now on ordered after everything released.
  void acquireInto(Actor &A) const;
  bool empty() const { return !Clocks; }
  void clear() { Clocks.reset(); }

private:
  size_t Threads;
  std::shared_ptr<ClockVector> Clocks;
};

} // namespace pipeline_rewrite::executor

#endif
