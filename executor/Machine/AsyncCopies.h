//===- Machine/AsyncCopies.h - cp.async of one thread -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copies that a thread has issued and not yet waited for, in commit
// groups, counted exactly (PTX ISA, "cp.async.commit_group" and
// "cp.async.wait_group / cp.async.wait_all").
//
// Data may move at any moment between issue and wait. A copy takes one of four
// ways through that freedom, so that a program that relies on one moment is
// found: target and source sampled at the wait, both at the issue, source at
// the issue and target at the wait, or both at a random step between.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_ASYNCCOPIES_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_ASYNCCOPIES_H

#include "executor/Machine/Random.h"
#include "executor/Machine/SharedMemory.h"
#include <deque>

namespace pipeline_rewrite::executor {

enum class CopyMoment : uint8_t {
  Late,      ///< read and written at the wait
  Early,     ///< read and written at the issue
  Stretched, ///< read at the issue, written at the wait
  Random     ///< read and written at some step between
};

struct AsyncCopy {
  const uint8_t *Source = nullptr; ///< null: out of bounds, copies poison
  uint32_t Target = 0;
  uint8_t Bytes = 0;       ///< 4, 8 or 16
  uint8_t SourceBytes = 0; ///< the rest of the target becomes zero
  CopyMoment Moment = CopyMoment::Late;
  bool Landed = false;      ///< data is in place, though nobody may look yet
  uint32_t Where = 0;       ///< Instruction::Id of the issue
  uint64_t Number = 0;      ///< of the issues of this thread
  uint8_t AtIssue[16] = {}; ///< source bytes at the issue
};

class AsyncCopies {
public:
  explicit AsyncCopies(SharedMemory &Shared) : Shared(&Shared) {}

  /// Starts a copy; it belongs to no group until commit(). False if the target
  /// is out of bounds: there is no copy then.
  bool issue(const Actor &A, const AsyncCopy &C);
  void commit();
  /// Completes all but the youngest \p Pending groups.
  void waitGroup(const Actor &A, uint64_t Pending, FindingSink &Sink);
  /// Completes everything, committed or not.
  void waitAll(const Actor &A, FindingSink &Sink);
  /// Lets a copy with a random moment land; called now and then.
  void landSome(Random &Rng);

  /// Completes what was issued before issue number \p Number, whatever its
  /// group: cp.async.mbarrier.arrive.
  void completeBefore(const Actor &A, uint64_t Number, FindingSink &Sink);
  uint64_t issued() const { return Issued; }

  /// Committed groups that hold copies.
  size_t groups() const;
  /// Does a wait for all but the youngest \p Pending groups end copies that one
  /// for all but one group more would not?
  bool endsLast(uint64_t Pending) const {
    return Committed.size() > Pending && Open.empty() &&
           !Committed[Committed.size() - Pending - 1].empty();
  }
  bool empty() const { return Outstanding == 0; }
  size_t outstanding() const { return Outstanding; }
  /// The youngest copy that is still outstanding; requires !empty().
  const AsyncCopy &youngest() const;
  void clear();

private:
  using Group = std::vector<AsyncCopy>;
  void land(AsyncCopy &C, const uint8_t *From);
  void complete(const Actor &A, AsyncCopy &C, FindingSink &Sink);
  void completeGroup(const Actor &A, Group &G, FindingSink &Sink);

  SharedMemory *Shared;
  std::deque<Group> Committed;
  Group Open;
  size_t Outstanding = 0;
  uint64_t Issued = 0;
};

} // namespace pipeline_rewrite::executor

#endif
