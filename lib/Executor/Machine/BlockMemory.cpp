//===- Machine/BlockMemory.cpp - Memory as a thread sees it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the space behind an address, checks alignment and bounds, and goes to
// the memory that holds the bytes.
//
//===----------------------------------------------------------------------===//
#include "Executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

/// Strips the window of a generic address and names its space.
Space resolve(Space Sp, uint64_t &Address) {
  if (Sp == Space::Const)
    return Space::Global;
  if (Sp != Space::Generic)
    return Sp;
  uint64_t Window = Address & WindowMask;
  if (Window == 0)
    return Space::Global;
  Address &= ~WindowMask;
  return Window == SharedWindow  ? Space::Shared
         : Window == LocalWindow ? Space::Local
         : Window == ParamWindow ? Space::Param
                                 : Space::Global;
}

} // namespace

bool Block::privateBytes(Thread &T, Space Sp, uint64_t Address, unsigned Bytes,
                         uint8_t *&At) {
  std::vector<uint8_t> &Memory = Sp == Space::Local ? T.Local : T.Params;
  // Parameters are addressed within the frame, local arrays within the thread.
  if (Sp == Space::Param)
    Address += T.ParamBase;
  if (Address > Memory.size() || Address + Bytes > Memory.size()) {
    found({HazardKind::OobLocal, Severity::Hard, Address, Bytes, -1, 0});
    return false;
  }
  At = Memory.data() + Address;
  return true;
}

bool Block::load(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
                 unsigned Bytes, void *Out) {
  T.Self.Where = I.Id;
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0});
  if (I.Strong)
    synchronise(T, I, Address);
  if (Sp == Space::Shared)
    return Shared.read(T.Self, Address, Bytes, Out, I.Strong);
  if (Sp == Space::Global) {
    if (!Host.Global.contains(Address, Bytes)) {
      found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
      std::memset(Out, 0xFF, Bytes);
      return false;
    }
    if (Host.Options.Checks && I.Sp != Space::Const)
      Host.Global.noteRead(T.Self, Address, Bytes, I.Strong, *this);
    std::memcpy(Out, reinterpret_cast<const void *>(Address), Bytes);
    return true;
  }
  uint8_t *At;
  if (!privateBytes(T, Sp, Address, Bytes, At)) {
    std::memset(Out, 0xFF, Bytes);
    return false;
  }
  std::memcpy(Out, At, Bytes);
  return true;
}

bool Block::store(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
                  unsigned Bytes, const void *Data) {
  T.Self.Where = I.Id;
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0});
  if (I.Strong)
    synchronise(T, I, Address);
  if (Sp == Space::Shared)
    return Shared.write(T.Self, Address, Bytes, Data, I.Strong);
  if (Sp == Space::Global) {
    if (!Host.Global.contains(Address, Bytes)) {
      found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
      return false;
    }
    if (Host.Options.Checks)
      Host.Global.noteWrite(T.Self, Address, Bytes, I.Strong, *this);
    std::memcpy(reinterpret_cast<void *>(Address), Data, Bytes);
    return true;
  }
  uint8_t *At;
  if (!privateBytes(T, Sp, Address, Bytes, At))
    return false;
  std::memcpy(At, Data, Bytes);
  return true;
}

const uint8_t *Block::globalSource(Thread &T, const Instruction &I,
                                   uint64_t Address, unsigned Bytes) {
  T.Self.Where = I.Id;
  if (Bytes == 0)
    return reinterpret_cast<const uint8_t *>(this); // never read
  if (!Host.Global.contains(Address, Bytes)) {
    found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
    return nullptr;
  }
  if (Host.Options.Checks)
    Host.Global.noteRead(T.Self, Address, Bytes, false, *this);
  return reinterpret_cast<const uint8_t *>(Address);
}

bool Block::beginAtomic(Thread &T, const Instruction &I, Space Sp,
                        uint64_t Address, unsigned Bytes, void *Old) {
  T.Self.Where = I.Id;
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0});
  synchronise(T, I, Address);
  if (Sp == Space::Shared)
    return Shared.modify(T.Self, Address, Bytes, Old);
  if (Sp != Space::Global || !Host.Global.contains(Address, Bytes)) {
    found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
    return false;
  }
  if (Host.Options.Checks)
    Host.Global.noteWrite(T.Self, Address, Bytes, true, *this);
  std::memcpy(Old, reinterpret_cast<const void *>(Address), Bytes);
  return true;
}

void Block::endAtomic(Space Sp, uint64_t Address, unsigned Bytes,
                      const void *New) {
  if (resolve(Sp, Address) == Space::Shared)
    Shared.finishModify(Address, Bytes, New);
  else
    std::memcpy(reinterpret_cast<void *>(Address), New, Bytes);
}

/// Acquire and release of a strong access (PTX ISA, "Memory Consistency
/// Model"): by itself, or together with a fence of the same thread.
void Block::synchronise(Thread &T, const Instruction &I, uint64_t Address) {
  if (!L.M->HasPartialOrder)
    return;
  auto [At, New] = Published.try_emplace(Address, threadCount());
  Joined &Here = At->second;
  if (I.Acquire)
    Here.acquireInto(T.Self);
  else if (!Here.empty()) {
    Actor Seen = T.Self;
    Here.acquireInto(Seen);
    T.PendingAcquire.release(Seen);
  }
  if (I.Release || T.Fenced) {
    Here.release(T.Self);
    tick(T);
  }
}

} // namespace pipeline_rewrite::executor
