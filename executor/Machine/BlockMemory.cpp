//===- Machine/BlockMemory.cpp - Memory as a thread sees it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the space behind an address, checks alignment and bounds, and goes to
// the memory that holds the bytes.
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

/// Strips the window of a generic address and names its space. Only parameters
/// keep theirs: with it the address names its frame.
Space resolve(Space Sp, uint64_t &Address) {
  if (Sp == Space::Const)
    return Space::Global;
  uint64_t Window = Address & WindowMask;
  if (Sp == Space::Local && Window != 0)
    return Space::Param;
  if (Sp != Space::Generic)
    return Sp;
  if (Window == 0)
    return Space::Global;
  if (Window == ParamWindow)
    return Space::Param;
  Address &= ~WindowMask;
  return Window == SharedWindow  ? Space::Shared
         : Window == LocalWindow ? Space::Local
                                 : Space::Global;
}

} // namespace

bool Block::privateBytes(Thread &T, Space Sp, uint64_t Address, unsigned Bytes,
                         uint8_t *&At) {
  std::vector<uint8_t> &Memory = Sp == Space::Local ? T.Local : T.Params;
  // Parameters are addressed by name within the frame, local arrays within the
  // thread.
  if (Sp == Space::Param && (Address & WindowMask) == 0)
    Address += T.ParamBase;
  Address &= ~WindowMask;
  if (Address > Memory.size() || Address + Bytes > Memory.size()) {
    found({HazardKind::OobLocal, Severity::Hard, Address, Bytes, -1, 0});
    return false;
  }
  At = Memory.data() + Address;
  return true;
}

static AccessSpace accessSpace(Space Sp) {
  return Sp == Space::Shared  ? AccessSpace::Shared
         : Sp == Space::Local ? AccessSpace::Local
                              : AccessSpace::Global;
}

bool Block::load(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
                 unsigned Bytes, void *Out) {
  reach(T, I);
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0,
           accessSpace(Sp)});
  if (I.Strong)
    synchronise(T, I, Address);
  if (Sp == Space::Shared) {
    if (!Shared.read(T.Self, Address, Bytes, Out, I.Strong))
      return false;
    tell(T, AccessKind::Read, Sp, Address, Bytes);
    return true;
  }
  if (Sp == Space::Global) {
    if (!Host.Global.contains(Address, Bytes)) {
      found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
      std::memset(Out, 0xFF, Bytes);
      return false;
    }
    if (Host.Options.Checks && I.Sp != Space::Const)
      Host.Global.noteRead(T.Self, Address, Bytes, I.Strong, *this);
    tell(T, AccessKind::Read, Sp, Address, Bytes);
    std::memcpy(Out, reinterpret_cast<const void *>(Address), Bytes);
    return true;
  }
  uint8_t *At;
  if (!privateBytes(T, Sp, Address, Bytes, At)) {
    std::memset(Out, 0xFF, Bytes);
    return false;
  }
  tell(T, AccessKind::Read, Sp, Address, Bytes);
  std::memcpy(Out, At, Bytes);
  return true;
}

bool Block::store(Thread &T, const Instruction &I, Space Sp, uint64_t Address,
                  unsigned Bytes, const void *Data) {
  reach(T, I);
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0,
           accessSpace(Sp)});
  if (I.Strong)
    synchronise(T, I, Address);
  if (Sp == Space::Shared) {
    if (!Shared.write(T.Self, Address, Bytes, Data, I.Strong))
      return false;
    tell(T, AccessKind::Write, Sp, Address, Bytes);
    return true;
  }
  if (Sp == Space::Global) {
    if (!Host.Global.contains(Address, Bytes)) {
      found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
      return false;
    }
    if (Host.Options.Checks)
      Host.Global.noteWrite(T.Self, Address, Bytes, I.Strong, *this);
    tell(T, AccessKind::Write, Sp, Address, Bytes);
    std::memcpy(reinterpret_cast<void *>(Address), Data, Bytes);
    return true;
  }
  uint8_t *At;
  if (!privateBytes(T, Sp, Address, Bytes, At))
    return false;
  tell(T, AccessKind::Write, Sp, Address, Bytes);
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
  tell(T, AccessKind::CopyFrom, Space::Global, Address, Bytes);
  return reinterpret_cast<const uint8_t *>(Address);
}

bool Block::beginAtomic(Thread &T, const Instruction &I, Space Sp,
                        uint64_t Address, unsigned Bytes, void *Old) {
  reach(T, I);
  Sp = resolve(Sp, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0,
           accessSpace(Sp)});
  synchronise(T, I, Address);
  if (Sp == Space::Shared) {
    if (!Shared.modify(T.Self, Address, Bytes, Old))
      return false;
    tell(T, AccessKind::Atomic, Sp, Address, Bytes);
    return true;
  }
  if (Sp != Space::Global || !Host.Global.contains(Address, Bytes)) {
    found({HazardKind::OobGlobal, Severity::Hard, Address, Bytes, -1, 0});
    return false;
  }
  if (Host.Options.Checks)
    Host.Global.noteWrite(T.Self, Address, Bytes, true, *this);
  tell(T, AccessKind::Atomic, Sp, Address, Bytes);
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

void Block::noteTouched(uint64_t Address, unsigned Bytes) {
  if (!Host.OnlyTouched)
    Host.Touched->add(Address, Bytes);
  else if (!Host.Touched->contains(Address, Bytes))
    found({HazardKind::ExtraGlobal, Severity::Hard, Address, Bytes, -1, 0});
}

void Block::loadsHere(Thread &T, const Instruction &I, uint64_t Address,
                      unsigned Bytes) {
  T.Self.Where = I.Id;
  if (Host.Touched && resolve(Space::Generic, Address) == Space::Global &&
      Host.Global.contains(Address, Bytes))
    noteTouched(Address, Bytes);
}

void Block::mustBeAligned(Thread &T, const Instruction &I, uint64_t Address,
                          unsigned Bytes) {
  T.Self.Where = I.Id;
  const Space Sp = resolve(Space::Generic, Address);
  if (Address & (Bytes - 1))
    found({HazardKind::Misaligned, Severity::Hard, Address, Bytes, -1, 0,
           accessSpace(Sp)});
}

void Block::tellListener(const Thread &T, AccessKind K, Space Sp,
                         uint64_t Address, unsigned Bytes) {
  const Origin &O = L.M->Origins[T.Self.Where];
  auto File = L.M->Files.find(O.Near.File);
  static const std::string Unknown;
  Access A;
  A.Kind = K;
  A.Space = accessSpace(Sp);
  A.Address = Address;
  A.Bytes = Bytes;
  A.Thread = T.Index;
  A.File = File == L.M->Files.end() ? &Unknown : &File->second;
  A.Line = static_cast<unsigned>(O.Near.Line);
  A.Instruction = T.Self.Where;
  A.Epoch = Times.Base;
  if (Sp == Space::Shared)
    for (const Launch::Region &R : L.Regions)
      if (Address >= R.Address && Address < R.Address + R.Bytes + R.Padding) {
        A.Variable = R.Name;
        A.Offset = Address - R.Address;
      }
  Host.Accesses->accessed(A);
}

} // namespace pipeline_rewrite::executor
