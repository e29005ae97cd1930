//===- Machine/Barriers.h - bar.sync, bar.red, bar.arrive -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sixteen named barriers of a block (PTX ISA, "bar, barrier").
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_BARRIERS_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_BARRIERS_H

#include "executor/Machine/Thread.h"
#include <array>
#include <unordered_map>
#include <vector>

namespace pipeline_rewrite::executor {

enum class BarrierKind : uint8_t { Sync, Arrive, RedPopc, RedAnd, RedOr };

class Barriers {
public:
  explicit Barriers(Block &B) : B(B) {}
  void reset();

  /// \p T arrives at barrier \p Id for which \p Expected threads count (0: all
  /// of the block). True if T has to wait; a completed barrier has released
  /// all its threads, T among them.
  void arrive(Thread &T, const Instruction &I, unsigned Id, unsigned Expected,
              bool Predicate);
  /// Exited threads are no longer waited for.
  void recheck();

private:
  struct Named {
    std::vector<uint16_t> Waiting; ///< threads that stand at it
    std::vector<uint16_t> Arrived; ///< threads that came by bar.arrive
    unsigned Expected = 0;
    unsigned Votes = 0; ///< of bar.red: true predicates
    unsigned Voters = 0;
  };
  bool isComplete(const Named &N) const;
  void complete(Named &N);
  void checkDivergence(const Named &N);
  void orderParticipants(const Named &N);
  void giveResult(Thread &T, const Named &N);
  void noteCame(const Named &N);
  /// A thread that has ended came to the instruction before.
  bool hasLost(uint32_t Id) const;

  /// Who came to the barrier of an instruction.
  struct Callers {
    size_t Count = 0;
    std::vector<bool> Came;
  };
  std::unordered_map<uint32_t, Callers> Of; ///< by Instruction::Id
  Block &B;
  std::array<Named, 16> All;
};

} // namespace pipeline_rewrite::executor

#endif
