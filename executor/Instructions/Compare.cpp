//===- Instructions/Compare.cpp - setp, set, testp ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Comparison and Selection Instructions".
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"
#include "executor/Machine/Thread.h"
#include "executor/Numeric/NarrowFloat.h"
#include "executor/Numeric/Rounding.h"
#include <type_traits>

namespace pipeline_rewrite::executor {
namespace {

template <class V> bool holds(Compare C, V A, V B) {
  bool Unordered = A != A || B != B;
  switch (C) {
  case Compare::Eq:
    return A == B;
  case Compare::Ne:
    return !Unordered && A != B;
  case Compare::Lt:
    return A < B;
  case Compare::Le:
    return A <= B;
  case Compare::Gt:
    return A > B;
  case Compare::Ge:
    return A >= B;
  case Compare::EqU:
    return Unordered || A == B;
  case Compare::NeU:
    return Unordered || A != B;
  case Compare::LtU:
    return Unordered || A < B;
  case Compare::LeU:
    return Unordered || A <= B;
  case Compare::GtU:
    return Unordered || A > B;
  case Compare::GeU:
    return Unordered || A >= B;
  case Compare::Num:
    return !Unordered;
  case Compare::NaN:
    return Unordered;
  }
  return false;
}

// How a slot is read: V::get gives something comparable.
template <class T> struct As {
  static T get(const Thread &Th, int32_t Slot, bool) { return Th.get<T>(Slot); }
};
struct AsSingle {
  static float get(const Thread &T, int32_t Slot, bool Ftz) {
    float V = T.get<float>(Slot);
    return Ftz ? flushed(V) : V;
  }
};
struct AsHalf {
  static float get(const Thread &T, int32_t Slot, bool) {
    return halfToFloat(T.get<uint16_t>(Slot));
  }
};
struct AsBFloat {
  static float get(const Thread &T, int32_t Slot, bool) {
    return bfloatToFloat(T.get<uint16_t>(Slot));
  }
};

enum Combine : uint8_t { None, And, Or, Xor };

bool combined(const Thread &T, const Instruction &I, bool V) {
  if (I.Mode == None)
    return V;
  bool C = (T.R[I.C] & 1) != I.NegatedC;
  return I.Mode == And ? V && C : I.Mode == Or ? V || C : V != C;
}

template <class V> Flow runSetPredicate(Thread &T, const Instruction &I) {
  const auto A = V::get(T, I.A, I.Ftz), B = V::get(T, I.B, I.Ftz);
  if constexpr (std::is_integral_v<decltype(V::get(T, I.A, I.Ftz))>)
    // An order that is an equality says nothing of either number.
    if (A != B || I.Cmp == Compare::Eq || I.Cmp == Compare::Ne)
      T.B->compares(I, static_cast<int64_t>(A), static_cast<int64_t>(B));
  bool Is = holds(I.Cmp, A, B);
  bool First = combined(T, I, Is), Second = combined(T, I, !Is);
  if (I.Dst >= 0)
    T.R[I.Dst] = First;
  if (I.Dst2 >= 0)
    T.R[I.Dst2] = Second;
  return Flow::Next;
}

/// setp on f16x2 and bf16x2: one predicate per half.
template <class V>
Flow runSetPackedPredicates(Thread &T, const Instruction &I) {
  auto Half = [&](int32_t Slot, int N) {
    auto Bits = static_cast<uint16_t>(T.R[Slot] >> (16 * N));
    return std::is_same<V, AsHalf>::value ? halfToFloat(Bits)
                                          : bfloatToFloat(Bits);
  };
  bool Low = combined(T, I, holds(I.Cmp, Half(I.A, 0), Half(I.B, 0)));
  bool High = combined(T, I, holds(I.Cmp, Half(I.A, 1), Half(I.B, 1)));
  T.R[I.Dst] = Low;
  T.R[I.Dst2] = High;
  return Flow::Next;
}

/// `set.lt.u32.f32`: all ones or zero; 1.0 for a float result.
template <class V> Flow runSet(Thread &T, const Instruction &I) {
  bool Is = combined(
      T, I, holds(I.Cmp, V::get(T, I.A, I.Ftz), V::get(T, I.B, I.Ftz)));
  uint64_t True = I.Ty == Type::F32    ? 0x3F800000
                  : I.Ty == Type::F16  ? 0x3C00
                  : I.Ty == Type::BF16 ? 0x3F80
                  : sizeOf(I.Ty) == 2  ? 0xFFFF
                                       : 0xFFFFFFFF;
  T.R[I.Dst] = Is ? True : 0;
  return Flow::Next;
}

/// set on packed halves: 1.0 or, with an integer result, all ones per half.
template <class V> Flow runSetPacked(Thread &T, const Instruction &I) {
  uint64_t Out = 0;
  uint64_t True = I.Ty == Type::F16x2    ? 0x3C00
                  : I.Ty == Type::BF16x2 ? 0x3F80
                                         : 0xFFFF;
  for (int N = 0; N < 2; ++N) {
    auto Half = [&](int32_t Slot) {
      auto Bits = static_cast<uint16_t>(T.R[Slot] >> (16 * N));
      return std::is_same<V, AsHalf>::value ? halfToFloat(Bits)
                                            : bfloatToFloat(Bits);
    };
    if (holds(I.Cmp, Half(I.A), Half(I.B)))
      Out |= True << (16 * N);
  }
  T.R[I.Dst] = Out;
  return Flow::Next;
}

#define BY_TYPE(HANDLER)                                                       \
  switch (T) {                                                                 \
  case Type::B16:                                                              \
  case Type::U16:                                                              \
    return HANDLER<As<uint16_t>>;                                              \
  case Type::S16:                                                              \
    return HANDLER<As<int16_t>>;                                               \
  case Type::B32:                                                              \
  case Type::U32:                                                              \
    return HANDLER<As<uint32_t>>;                                              \
  case Type::S32:                                                              \
    return HANDLER<As<int32_t>>;                                               \
  case Type::B64:                                                              \
  case Type::U64:                                                              \
    return HANDLER<As<uint64_t>>;                                              \
  case Type::S64:                                                              \
    return HANDLER<As<int64_t>>;                                               \
  case Type::F32:                                                              \
    return HANDLER<AsSingle>;                                                  \
  case Type::F64:                                                              \
    return HANDLER<As<double>>;                                                \
  case Type::F16:                                                              \
    return HANDLER<AsHalf>;                                                    \
  case Type::BF16:                                                             \
    return HANDLER<AsBFloat>;                                                  \
  default:                                                                     \
    return nullptr;                                                            \
  }

Handler setPredicateFor(Type T) {
  if (T == Type::F16x2)
    return runSetPackedPredicates<AsHalf>;
  if (T == Type::BF16x2)
    return runSetPackedPredicates<AsBFloat>;
  BY_TYPE(runSetPredicate)
}
Handler setFor(Type T) {
  if (T == Type::F16x2)
    return runSetPacked<AsHalf>;
  if (T == Type::BF16x2)
    return runSetPacked<AsBFloat>;
  BY_TYPE(runSet)
}

/// Takes the comparison; unsigned `lo`, `ls`, `hi`, `hs` are lt, le, gt, ge.
bool takeCompare(Modifiers &Mods, Compare &C) {
  int N = Mods.takeOneOf({"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu",
                          "ltu", "leu", "gtu", "geu", "num", "nan", "lo", "ls",
                          "hi", "hs"});
  if (N < 0)
    return false;
  C = static_cast<Compare>(N < 14 ? N : N - 14 + 2);
  return true;
}

bool decodeSet(Decoding &D, bool Predicate) {
  if (!takeCompare(D.Mods, D.I.Cmp))
    return false;
  D.I.Mode = static_cast<uint8_t>(D.Mods.takeOneOf({"and", "or", "xor"}) + 1);
  if (!Predicate)
    D.I.Ty = D.Mods.takeType();
  Type T = D.Mods.takeType();
  if (T == Type::F32)
    D.I.Ftz = D.Mods.take("ftz");
  D.I.Run = Predicate ? setPredicateFor(T) : setFor(T);
  size_t Want = D.I.Mode == None ? 3 : 4;
  if (!D.I.Run || D.Ops.size() != Want || !D.isValue(1) || !D.isValue(2))
    return false;
  bool Packed = T == Type::F16x2 || T == Type::BF16x2;
  if (Packed && !Predicate && D.I.Mode != None)
    return false;
  D.I.A = D.Ops[1].Slot;
  D.I.B = D.Ops[2].Slot;
  if (D.I.Mode != None) {
    D.I.C = D.Ops[3].Slot;
    D.I.NegatedC = D.Ops[3].Negated;
  }
  if (D.Ops[0].K == Operand::Kind::Pair && Predicate) {
    D.I.Dst = D.Ops[0].Parts[0].Slot;
    D.I.Dst2 = D.Ops[0].Parts[1].Slot;
    return !Packed || (D.I.Dst >= 0 && D.I.Dst2 >= 0);
  }
  D.I.Dst = D.Ops[0].Slot;
  return D.isValue(0) && !(Packed && Predicate);
}

template <class F> Flow runTest(Thread &T, const Instruction &I) {
  F V = T.get<F>(I.A);
  int Class = std::fpclassify(V);
  bool Is[] = {std::isfinite(V), std::isinf(V),      V == V,
               V != V,           Class == FP_NORMAL, Class == FP_SUBNORMAL};
  T.R[I.Dst] = Is[I.Mode];
  return Flow::Next;
}

} // namespace

bool decodeCompare(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name == "setp" || Name == "set")
    return decodeSet(D, Name == "setp");
  if (Name != "testp")
    return false;
  int Kind = D.Mods.takeOneOf(
      {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  Type T = D.Mods.takeType();
  if (Kind < 0 || (T != Type::F32 && T != Type::F64))
    return false;
  D.I.Mode = static_cast<uint8_t>(Kind);
  D.I.Run = T == Type::F32 ? runTest<float> : runTest<double>;
  return D.assign(1);
}

} // namespace pipeline_rewrite::executor
