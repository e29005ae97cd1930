//===- Machine/Thread.h - One thread as data --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread is plain data, so that switching needs no stack of its own and may
// happen after any instruction.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_THREAD_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_THREAD_H

#include "executor/Machine/AsyncCopies.h"
#include "executor/Ptx/Module.h"
#include <cstring>
#include <map>

namespace pipeline_rewrite::executor {

/// Where a call returns to.
struct Frame {
  const Function *F;
  uint32_t ReturnPc;
  size_t RegisterBase, ParamBase, LocalBase;
  const CallSite *Site;
};

/// Bytes of a call's local memory, or of what is passed to calls. The next
/// one's begin behind them, aligned for any variable.
inline size_t frameOf(size_t Bytes) {
  constexpr size_t Align = 128;
  return (Bytes + Align - 1) / Align * Align;
}

struct Thread {
  explicit Thread(Block &B, SharedMemory &Shared) : B(&B), Copies(Shared) {}

  enum class State : uint8_t { Ready, AtBarrier, AtWarp, Exited };

  uint64_t *R = nullptr; ///< registers of the current frame
  const Function *F = nullptr;
  uint32_t Pc = 0;
  State St = State::Ready;
  uint32_t WarpMask = 0; ///< lanes that the warp instruction names
  uint32_t Index = 0, Warp = 0, Lane = 0;
  Block *B;
  Actor Self;
  AsyncCopies Copies;
  std::vector<uint64_t> Registers;
  std::vector<uint8_t> Params, Local;
  size_t RegisterBase = 0, ParamBase = 0, LocalBase = 0;
  std::vector<Frame> Frames;
  bool Fenced = false;      ///< a fence precedes: atomics release
  Joined PendingAcquire{0}; ///< what a later fence acquires
  uint32_t ProxyFence = 0;  ///< time of its last one of global memory
  unsigned Carry = 0;       ///< CC.CF of the carry chains
  uint64_t ClockReads = 0;
  std::map<uint32_t, uint64_t> Waits; ///< by Origin::Site: how often

  template <class T> T get(int32_t Slot) const {
    T V;
    std::memcpy(&V, &R[Slot], sizeof V);
    return V;
  }
  template <class T> void put(int32_t Slot, T V) {
    uint64_t Bits = 0;
    std::memcpy(&Bits, &V, sizeof V);
    R[Slot] = Bits;
  }
};

} // namespace pipeline_rewrite::executor

#endif
