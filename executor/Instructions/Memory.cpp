//===- Instructions/Memory.cpp - ld and st --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Decode/MemoryModifiers.h"
#include "executor/Machine/Block.h"

namespace pipeline_rewrite::executor {
namespace {

uint64_t extended(Type T, uint64_t V) {
  switch (T) {
  case Type::S8:
    return static_cast<uint64_t>(int64_t(int8_t(V)));
  case Type::S16:
    return static_cast<uint64_t>(int64_t(int16_t(V)));
  case Type::S32:
    return static_cast<uint64_t>(int64_t(int32_t(V)));
  default:
    return V;
  }
}

Flow runLoad(Thread &T, const Instruction &I) {
  uint64_t V = 0;
  T.B->load(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset), I.Bytes,
            &V);
  T.R[I.Dst] = extended(I.Ty, V);
  // A volatile or synchronising load may be a spin: let the others go on.
  return I.Mode ? Flow::Yield : Flow::Next;
}

Flow runLoadVector(Thread &T, const Instruction &I) {
  uint8_t Data[64];
  T.B->load(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset),
            I.Bytes * I.Elements, Data);
  for (unsigned N = 0; N < I.Elements; ++N) {
    uint64_t V = 0;
    std::memcpy(&V, Data + N * I.Bytes, I.Bytes);
    if (I.Slots[N] >= 0)
      T.R[I.Slots[N]] = extended(I.Ty, V);
  }
  return Flow::Next;
}

Flow runStore(Thread &T, const Instruction &I) {
  T.B->store(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset), I.Bytes,
             &T.R[I.B]);
  return Flow::Next;
}

Flow runStoreVector(Thread &T, const Instruction &I) {
  uint8_t Data[64];
  for (unsigned N = 0; N < I.Elements; ++N)
    std::memcpy(Data + N * I.Bytes, &T.R[I.Slots[N]], I.Bytes);
  T.B->store(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset),
             I.Bytes * I.Elements, Data);
  return Flow::Next;
}

Flow runTouched(Thread &T, const Instruction &I) {
  T.B->loadsHere(T, I, T.R[I.A] + static_cast<uint64_t>(I.Offset),
                 static_cast<unsigned>(I.Offset2));
  return Flow::Next;
}

Flow runAligned(Thread &T, const Instruction &I) {
  T.B->mustBeAligned(T, I, T.R[I.A] + static_cast<uint64_t>(I.Offset),
                     static_cast<unsigned>(I.Offset2));
  return Flow::Next;
}

unsigned takeVector(Modifiers &Mods) {
  static constexpr unsigned Counts[] = {2, 4, 8};
  int N = Mods.takeOneOf({"v2", "v4", "v8"});
  return N < 0 ? 1 : Counts[N];
}

} // namespace

bool takeSpace(Modifiers &Mods, Space &Sp) {
  static constexpr Space Spaces[] = {
      Space::Global, Space::Shared, Space::Shared, Space::Local,
      Space::Param,  Space::Param,  Space::Param,  Space::Const};
  int N = Mods.takeOneOf({"global", "shared", "shared::cta", "local", "param",
                          "param::entry", "param::func", "const"});
  if (N >= 0)
    Sp = Spaces[N];
  return N >= 0;
}

bool takeOrdering(Decoding &D) {
  // One block runs at a time, so that every scope means the same here. A
  // cluster has no other blocks either, as clusters are not launched.
  int Order = D.Mods.takeOneOf(
      {"weak", "relaxed", "acquire", "release", "acq_rel", "volatile", "sc"});
  D.Mods.takeOneOf({"cta", "cluster", "gpu", "sys"});
  D.I.Acquire = Order == 2 || Order == 4 || Order == 6;
  D.I.Release = Order == 3 || Order == 4 || Order == 6;
  D.I.Strong = Order >= 1 && Order <= 4;
  if (D.I.Acquire || D.I.Release)
    D.M.HasPartialOrder = true;
  return Order >= 1;
}

void takeCacheHints(Modifiers &Mods) {
  // Hints about caches change no value.
  Mods.takeOneOf({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  Mods.takeOneOf({"L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
                  "L1::evict_last", "L1::no_allocate"});
  Mods.takeOneOf({"L2::evict_normal", "L2::evict_first", "L2::evict_last"});
  Mods.takeOneOf({"L2::64B", "L2::128B", "L2::256B"});
}

bool decodeMemory(Decoding &D) {
  bool Load = D.Mods.mnemonic() != "st";
  bool Ordered = takeOrdering(D);
  takeSpace(D.Mods, D.I.Sp);
  if (Load)
    D.Mods.take("nc");
  takeCacheHints(D.Mods);
  size_t Want = D.Mods.take("L2::cache_hint") ? 3 : 2;
  D.I.Elements = static_cast<uint8_t>(takeVector(D.Mods));
  D.I.Ty = D.Mods.takeType();
  D.I.Bytes = static_cast<uint8_t>(sizeOf(D.I.Ty));
  if (D.I.Ty == Type::None || D.I.Ty == Type::Pred || D.I.Bytes > 8 ||
      D.Ops.size() != Want)
    return false;
  D.I.Mode = Ordered;
  size_t Address = Load ? 1 : 0, Value = Load ? 0 : 1;
  if (!D.assignAddress(Address))
    return false;
  bool Vector = D.Ops[Value].K == Operand::Kind::Vector;
  if (!Vector && !D.isValue(Value))
    return false;
  if (Vector || D.I.Elements > 1) {
    D.I.Run = Load ? runLoadVector : runStoreVector;
    return D.slotsOf(Value, D.I.Slots) && D.I.Slots.size() == D.I.Elements;
  }
  (Load ? D.I.Dst : D.I.B) = D.Ops[Value].Slot;
  D.I.Run = Load ? runLoad : runStore;
  return true;
}

/// No instructions of PTX. `touched [address], bytes` stands where the text
/// loads, whatever became of the load itself (LaunchRequest::Touched);
/// `aligned [address], bytes` where it accesses a vector, which a compiler may
/// access in parts.
bool decodeTextAccess(Decoding &D) {
  if (D.Ops.size() != 2 || !D.assignAddress(0) || !D.Ops[1].IsConstant)
    return false;
  D.I.Offset2 = static_cast<int64_t>(D.Ops[1].Constant);
  D.I.Run = D.Mods.mnemonic() == "aligned" ? runAligned : runTouched;
  return true;
}

} // namespace pipeline_rewrite::executor
