//===- Instructions/Atomic.cpp - atom and red -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Decode/MemoryModifiers.h"
#include "executor/Machine/Block.h"
#include "executor/Numeric/NarrowFloat.h"
#include <algorithm>

namespace pipeline_rewrite::executor {
namespace {

enum Operation : uint8_t {
  Add,
  MinOf,
  MaxOf,
  And,
  Or,
  Xor,
  Exchange,
  CompareSwap,
  Increment,
  Decrement
};

template <class V> V apply(uint8_t Op, V Old, V B, V C) {
  switch (Op) {
  case Add:
    return V(uint64_t(Old) + uint64_t(B));
  case MinOf:
    return std::min(Old, B);
  case MaxOf:
    return std::max(Old, B);
  case And:
    return V(Old & B);
  case Or:
    return V(Old | B);
  case Xor:
    return V(Old ^ B);
  case Exchange:
    return B;
  case CompareSwap:
    return Old == B ? C : Old;
  case Increment:
    return Old >= B ? V(0) : V(Old + 1);
  default:
    return Old == 0 || Old > B ? B : V(Old - 1);
  }
}

template <class V> Flow runInteger(Thread &T, const Instruction &I) {
  V B = T.get<V>(I.B), C = I.C >= 0 ? T.get<V>(I.C) : V(0);
  uint64_t Before = 0;
  T.B->atomic(T, I, I.Sp, T.R[I.A] + static_cast<uint64_t>(I.Offset), sizeof(V),
              [&](uint64_t &Word) {
                V Old, New;
                std::memcpy(&Old, &Word, sizeof Old);
                Before = Word;
                New = apply<V>(I.Mode, Old, B, C);
                std::memcpy(&Word, &New, sizeof New);
              });
  if (I.Dst >= 0)
    T.R[I.Dst] = Before;
  // A compare-and-swap is how locks spin.
  return I.Mode == CompareSwap || I.Mode == Exchange ? Flow::Yield : Flow::Next;
}

/// Where the order of the threads is not to be seen; else nullptr.
ExactSum *sumAt(const Thread &T, uint64_t Address) {
  return T.B->Host.Options.ForTwoTexts ? &T.B->Host.Sums[Address] : nullptr;
}

template <class F> Flow runFloatAdd(Thread &T, const Instruction &I) {
  uint64_t Before = 0;
  F B = T.get<F>(I.B);
  const uint64_t Address = T.R[I.A] + static_cast<uint64_t>(I.Offset);
  T.B->atomic(T, I, I.Sp, Address, sizeof(F), [&](uint64_t &Word) {
    F Old;
    std::memcpy(&Old, &Word, sizeof Old);
    Before = Word;
    if (ExactSum *Sum = sumAt(T, Address)) {
      Old = static_cast<F>(Sum->plus(Old, B));
      Sum->store(Old);
    } else
      Old += B;
    std::memcpy(&Word, &Old, sizeof Old);
  });
  if (I.Dst >= 0)
    T.R[I.Dst] = Before;
  return Flow::Next;
}

/// Ty2 is F16 or BF16, Elements the number of lanes.
Flow runNarrowAdd(Thread &T, const Instruction &I) {
  const FloatFormat &Format = I.Ty2 == Type::F16 ? HalfFormat : BFloatFormat;
  uint64_t Before = 0, B = T.R[I.B];
  const uint64_t Address = T.R[I.A] + static_cast<uint64_t>(I.Offset);
  T.B->atomic(T, I, I.Sp, Address, 2u * I.Elements, [&](uint64_t &Word) {
    uint64_t New = 0;
    Before = Word;
    for (int N = 0; N < I.Elements; ++N) {
      const double Old = decode(Word >> 16 * N & 0xFFFF, Format),
                   Value = decode(B >> 16 * N & 0xFFFF, Format);
      ExactSum *Sum = sumAt(T, Address + 2 * N);
      const auto Bits =
          encode(Sum ? Sum->plus(Old, Value) : addToOdd(Old, Value), Format,
                 Rounding::Nearest);
      if (Sum)
        Sum->store(decode(Bits, Format));
      New |= uint64_t(Bits) << 16 * N;
    }
    Word = New;
  });
  if (I.Dst >= 0)
    T.R[I.Dst] = Before;
  return Flow::Next;
}

Handler integerHandler(Type T, uint8_t Op) {
  bool ByValue = Op == MinOf || Op == MaxOf;
  switch (T) {
  case Type::S32:
    return ByValue ? runInteger<int32_t> : runInteger<uint32_t>;
  case Type::S64:
    return ByValue ? runInteger<int64_t> : runInteger<uint64_t>;
  case Type::B32:
  case Type::U32:
    return runInteger<uint32_t>;
  case Type::B64:
  case Type::U64:
    return runInteger<uint64_t>;
  case Type::B16:
    return Op == CompareSwap ? runInteger<uint16_t> : nullptr;
  default:
    return nullptr;
  }
}

Handler floatHandler(Decoding &D, Type T) {
  D.I.Elements = T == Type::F16x2 || T == Type::BF16x2 ? 2 : 1;
  D.I.Ty2 = T == Type::F16 || T == Type::F16x2 ? Type::F16 : Type::BF16;
  switch (T) {
  case Type::F32:
    return runFloatAdd<float>;
  case Type::F64:
    return runFloatAdd<double>;
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
    // .noftz is required: subnormal halves are kept.
    return D.Mods.take("noftz") ? runNarrowAdd : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

bool decodeAtomic(Decoding &D) {
  bool Returns = D.Mods.mnemonic() == "atom";
  takeOrdering(D);
  D.I.Strong = true;
  takeSpace(D.Mods, D.I.Sp);
  int Op = D.Mods.takeOneOf(
      {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"});
  if (Op < 0)
    return false;
  D.I.Mode = static_cast<uint8_t>(Op);
  Type T = D.Mods.takeType();
  D.I.Run = isFloat(T) ? (Op == Add ? floatHandler(D, T) : nullptr)
                       : integerHandler(T, D.I.Mode);
  size_t First = Returns ? 1 : 0, Sources = Op == CompareSwap ? 2 : 1;
  if (!D.I.Run || D.Ops.size() != First + 1 + Sources ||
      !D.assignAddress(First) || !D.isValue(First + 1))
    return false;
  D.I.B = D.Ops[First + 1].Slot;
  if (Sources == 2) {
    if (!D.isValue(First + 2))
      return false;
    D.I.C = D.Ops[First + 2].Slot;
  }
  if (Returns)
    D.I.Dst = D.Ops[0].Slot; // -1 for `_`
  return true;
}

} // namespace pipeline_rewrite::executor
