//===- Machine/Block.h - One thread block in execution ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owns the threads and what they share, runs them one slice after the other,
// and turns findings of the memories into hazard reports.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_BLOCK_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_BLOCK_H

#include "executor/Machine/Barriers.h"
#include "executor/Machine/MBarriers.h"
#include "executor/Machine/Machine.h"
#include "executor/Machine/Scheduler.h"
#include "executor/Machine/TensorCopies.h"

namespace pipeline_rewrite::executor {

// A generic address names its space in the top byte; global addresses are host
// pointers and have none.
constexpr uint64_t SharedWindow = uint64_t(1) << 56;
constexpr uint64_t LocalWindow = uint64_t(2) << 56;
constexpr uint64_t ParamWindow = uint64_t(3) << 56;
constexpr uint64_t WindowMask = uint64_t(0xFF) << 56;

class Block : public FindingSink {
public:
  Block(Machine &Host, const Launch &L);

  /// Runs block \p Id to its end. False if it could not go on.
  bool run(const uint32_t (&Id)[3]);

  // Memory as a thread sees it. Reads out of bounds give poison, such writes
  // are dropped; both are reported. The bool says whether it was in bounds.
  bool load(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
            unsigned Bytes, void *Out);
  bool store(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
             unsigned Bytes, const void *Data);
  /// Applies \p Change to the old value in place, as an atomic does.
  template <class Fn>
  bool atomic(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
              unsigned Bytes, Fn Change) {
    uint64_t Value = 0;
    if (!beginAtomic(T, I, Sp, Address, Bytes, &Value))
      return false;
    Change(Value);
    endAtomic(Sp, Address, Bytes, &Value);
    return true;
  }
  /// The host address of \p Bytes readable global bytes, or null (reported).
  const uint8_t *globalSource(Thread &T, const Instruction &I, uint64_t Address,
                              unsigned Bytes);

  void enterFunction(Thread &T, const Function &F);
  const Function *findFunction(const std::string &Name) const;
  /// The function a pointer points to, or null.
  const Function *functionAt(uint64_t Address) const;

  /// A thread stands at a warp instruction: runs it if all lanes are there.
  void arriveAtWarp(Thread &T, const Instruction &I, uint32_t Mask);
  void exitThread(Thread &T);
  void release(Thread &T); ///< past the instruction it waited at

  /// Lets threads \p From release and threads \p To acquire.
  void orderThreads(const std::vector<uint16_t> &From,
                    const std::vector<uint16_t> &To);
  void orderAll();
  /// The whole block has passed the barrier at which \p T stands.
  void noteBarrier(const Thread &T);
  void tick(Thread &T) { T.Self.Clock = ++Times.Counter; }

  void found(const Finding &F) override;
  void report(HazardKind K, Severity S, const Thread *T, uint32_t Where,
              const std::string &Message);
  /// Reports and stops the block.
  Flow stop(HazardKind K, Thread &T, const Instruction &I,
            const std::string &Message);
  /// Tells who asks of an access in bounds; \p Sp is no longer generic.
  void tell(const Thread &T, AccessKind K, Space Sp, uint64_t Address,
            unsigned Bytes) {
    if (Host.Touched && Sp == Space::Global &&
        (!Host.OnlyTouched || K == AccessKind::CopyFrom))
      noteTouched(Address, Bytes);
    if (Host.Accesses && Sp != Space::Param)
      tellListener(T, K, Sp, Address, Bytes);
  }

  /// \p T is at an instruction that accesses memory, or orders accesses.
  void reach(Thread &T, const Instruction &I) {
    T.Self.Where = I.Id;
    Host.Waits.Reached[I.Id] = 1;
  }

  /// The text compares two integers: for who asks what data would have to be.
  void compares(const Instruction &I, int64_t A, int64_t B) {
    if (Host.Compared)
      Host.Compared->note(I.Id, A, B);
  }
  /// The text loads here: for who asks what a launch touches.
  void loadsHere(Thread &T, const Instruction &I, uint64_t Address,
                 unsigned Bytes);
  /// The text accesses a vector here, in however many instructions.
  void mustBeAligned(Thread &T, const Instruction &I, uint64_t Address,
                     unsigned Bytes);

  Thread &thread(unsigned N) { return Threads[N]; }
  unsigned threadCount() const { return static_cast<unsigned>(Threads.size()); }
  unsigned liveThreads() const { return Live; }
  /// Lanes of \p Warp whose threads exist and have not exited.
  uint32_t liveLanes(unsigned Warp) const;

  Machine &Host;
  const Launch &L;
  Order &Times;
  SharedMemory Shared;
  Barriers Bars;
  MBarriers MBars;
  TensorCopies Tensors;
  Scheduler Sched;
  Thread *Current = nullptr; ///< the thread that runs
  uint64_t FailedPolls = 0;  ///< since anything last made progress
  /// What atomics with release semantics have published, by address.
  std::unordered_map<uint64_t, Joined> Published;

private:
  void prepare(const uint32_t (&Id)[3]);
  void prepareShared();
  void prepareThread(Thread &T);
  void fillSlots(Thread &T, const Function &F);
  uint64_t specialValue(const Thread &T, Special S) const;
  uint64_t symbolValue(const Thread &T, const SymbolUse &S) const;
  void runSlice(Thread &T, uint64_t Quantum);
  void landCopies();
  void recheckWarp(unsigned Warp);
  void runCollective(unsigned Warp, uint32_t Lanes, const Instruction &I);
  void reportDeadlock(const char *Why);
  bool giveUp(Ending How, const char *Why);
  void log(Hazard H);
  void noteTouched(uint64_t Address, unsigned Bytes);
  void tellListener(const Thread &T, AccessKind K, Space Sp, uint64_t Address,
                    unsigned Bytes);
  void describe(Hazard &H, const Thread *T, uint32_t Where) const;
  void reportPending(Thread &T);
  bool beginAtomic(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
                   unsigned Bytes, void *Old);
  void endAtomic(Space Sp, uint64_t Address, unsigned Bytes, const void *New);
  bool privateBytes(Thread &T, Space Sp, uint64_t Address, unsigned Bytes,
                    uint8_t *&At);
  void synchronise(Thread &T, const Instruction &I, uint64_t Address);

  std::vector<Thread> Threads;
  uint32_t BlockId[3] = {0, 0, 0};
  unsigned Live = 0;
  bool Broken = false;
  std::vector<uint32_t> AtWarp; ///< lanes that stand at a warp instruction
};

} // namespace pipeline_rewrite::executor

#endif
