//===- Machine/MBarriers.h - mbarrier objects -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phases and counts of the mbarrier objects of a block (PTX ISA, "Parallel
// Synchronization and Communication Instructions: mbarrier"), with the bytes
// that a phase waits for.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_MBARRIERS_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_MBARRIERS_H

#include "executor/Machine/Thread.h"

namespace pipeline_rewrite::executor {

class MBarriers {
public:
  explicit MBarriers(Block &B) : B(B) {}
  void reset();

  void init(const Thread &T, uint32_t Address, uint32_t Count);
  bool invalidate(uint32_t Address);
  bool exists(uint32_t Address) const { return Objects.count(Address) != 0; }

  /// Counts \p Count arrivals of \p T; gives the phase that was current.
  /// \p Drop also lowers the expected count of later phases.
  uint64_t arrive(Thread &T, uint32_t Address, uint32_t Count, bool Drop);
  /// Arrives when the copies that \p T has issued so far are complete.
  /// \p Increment: the pending count grows by one first (no .noinc).
  void arriveWhenCopied(Thread &T, uint32_t Address, bool Increment);

  /// Bytes that copies are to bring before the phase is complete.
  void expect(uint32_t Address, uint32_t Bytes);
  /// A copy that \p T has issued has brought so many.
  void complete(Thread &T, uint32_t Address, uint32_t Bytes);
  /// The copy engine sees what \p T has initialised.
  void showToCopies(const Thread &T);
  bool isReadyForCopies(uint32_t Address) const;

  /// True once phase \p Phase has completed; \p T then sees what was released.
  bool test(Thread &T, uint32_t Address, uint64_t Phase, bool IsParity);

  /// Lets deferred arrivals of copies happen; called now and then.
  void landSome(Random &Rng);
  /// All copies of \p T are followed by an arrival that completes them: it may
  /// exit and leave the wait to others.
  bool coversCopiesOf(const Thread &T) const;
  bool hasDeferred() const { return !Deferred.empty(); }

private:
  struct Object {
    uint32_t Expected = 0, Pending = 0;
    uint64_t Phase = 0;
    int64_t Bytes = 0; ///< expected and not there yet
    uint32_t MadeBy = 0;
    bool IsShown = false; ///< to the copy engine
    Joined Arriving, Completed;
  };
  struct DeferredArrival {
    uint32_t Thread, Address;
    uint64_t Before; ///< copies with a smaller number are meant
  };
  void count(Object &O, uint32_t Arrivals);
  void settle(Object &O);
  void release(Object &O, Thread &T);
  void perform(const DeferredArrival &D);
  void performFor(uint32_t Address);

  Block &B;
  std::unordered_map<uint32_t, Object> Objects; ///< by shared address
  std::vector<DeferredArrival> Deferred;
};

} // namespace pipeline_rewrite::executor

#endif
