//===- Instructions/Integer.cpp - Integer arithmetic ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Integer Arithmetic Instructions" and "Extended-Precision Integer
// Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Block.h"
#include "executor/Machine/Machine.h"
#include "executor/Machine/Thread.h"
#include <limits>
#include <type_traits>

namespace pipeline_rewrite::executor {
namespace {

// Arithmetic is done in 64 bits without sign and cut to size: that is what
// wrapping means, and it has no overflow of its own.
struct Add {
  template <class V> static V on(V A, V B) {
    return V(uint64_t(A) + uint64_t(B));
  }
};
struct Sub {
  template <class V> static V on(V A, V B) {
    return V(uint64_t(A) - uint64_t(B));
  }
};
struct Mul {
  template <class V> static V on(V A, V B) {
    return V(uint64_t(A) * uint64_t(B));
  }
};
struct Min {
  template <class V> static V on(V A, V B) { return A < B ? A : B; }
};
struct Max {
  template <class V> static V on(V A, V B) { return A > B ? A : B; }
};
struct Neg {
  template <class V> static V on(V A) { return V(0 - uint64_t(A)); }
};
struct Abs {
  template <class V> static V on(V A) { return A < 0 ? V(0 - uint64_t(A)) : A; }
};

struct Div {
  template <class V> static V on(V A, V B) {
    // Division by zero gives all ones on hardware; the PTX ISA leaves it open.
    if (B == 0)
      return V(~uint64_t(0));
    if (std::is_signed<V>::value && B == V(-1))
      return V(0 - uint64_t(A));
    return V(A / B);
  }
};
struct Rem {
  template <class V> static V on(V A, V B) {
    if (B == 0)
      return A;
    if (std::is_signed<V>::value && B == V(-1))
      return 0;
    return V(A % B);
  }
};

struct MulHigh {
  template <class V> static V on(V A, V B) {
    constexpr int Bits = sizeof(V) * 8;
    if constexpr (std::is_signed<V>::value)
      return V((__int128(A) * B) >> Bits);
    else
      return V((static_cast<unsigned __int128>(A) * B) >> Bits);
  }
};

struct AddSat {
  template <class V> static V on(V A, V B) {
    int64_t Sum = int64_t(A) + int64_t(B);
    return V(std::max<int64_t>(
        std::numeric_limits<V>::min(),
        std::min<int64_t>(std::numeric_limits<V>::max(), Sum)));
  }
};
struct SubSat {
  template <class V> static V on(V A, V B) {
    int64_t Sum = int64_t(A) - int64_t(B);
    return V(std::max<int64_t>(
        std::numeric_limits<V>::min(),
        std::min<int64_t>(std::numeric_limits<V>::max(), Sum)));
  }
};

template <class V, class Op> Flow unary(Thread &T, const Instruction &I) {
  T.put<V>(I.Dst, Op::on(T.get<V>(I.A)));
  return Flow::Next;
}
template <class V, class Op> Flow binary(Thread &T, const Instruction &I) {
  T.put<V>(I.Dst, Op::on(T.get<V>(I.A), T.get<V>(I.B)));
  return Flow::Next;
}
template <class V, class Op> Flow divide(Thread &T, const Instruction &I) {
  T.B->Host.Stats.DivisionsByZero += T.get<V>(I.B) == 0;
  return binary<V, Op>(T, I);
}
template <class V, class Op> Flow thenAdd(Thread &T, const Instruction &I) {
  T.put<V>(I.Dst, Add::on(Op::on(T.get<V>(I.A), T.get<V>(I.B)), T.get<V>(I.C)));
  return Flow::Next;
}

/// mul.wide and mad.wide: V is the narrow type, W the wide one.
template <class V, class W> Flow mulWide(Thread &T, const Instruction &I) {
  T.put<W>(I.Dst, Mul::on(W(T.get<V>(I.A)), W(T.get<V>(I.B))));
  return Flow::Next;
}
template <class V, class W> Flow madWide(Thread &T, const Instruction &I) {
  W Product = Mul::on(W(T.get<V>(I.A)), W(T.get<V>(I.B)));
  T.put<W>(I.Dst, Add::on(Product, T.get<W>(I.C)));
  return Flow::Next;
}
template <class V> Flow sumOfDifferences(Thread &T, const Instruction &I) {
  V A = T.get<V>(I.A), B = T.get<V>(I.B);
  T.put<V>(I.Dst,
           Add::on(A < B ? Sub::on(B, A) : Sub::on(A, B), T.get<V>(I.C)));
  return Flow::Next;
}
/// mul24 and, with an operand C, mad24. Mode 1 is .hi: bits 47..16.
template <class V> Flow mul24(Thread &T, const Instruction &I) {
  // The low 24 bits of each factor, by the sign of the type.
  auto Low = [](V X) { return int64_t(V(V(uint32_t(X) << 8) >> 8)); };
  int64_t Product = Low(T.get<V>(I.A)) * Low(T.get<V>(I.B));
  V Out = V(I.Mode ? Product >> 16 : Product);
  T.put<V>(I.Dst, I.C >= 0 ? Add::on(Out, T.get<V>(I.C)) : Out);
  return Flow::Next;
}
/// mad.hi.sat.s32
Flow madHighSat(Thread &T, const Instruction &I) {
  int64_t Product = int64_t(T.get<int32_t>(I.A)) * T.get<int32_t>(I.B);
  T.put(I.Dst, AddSat::on(int32_t(Product >> 32), T.get<int32_t>(I.C)));
  return Flow::Next;
}

#define FOR_INTEGER(T, EXPRESSION)                                             \
  switch (T) {                                                                 \
  case Type::B16:                                                              \
  case Type::U16: {                                                            \
    using V = uint16_t;                                                        \
    return EXPRESSION;                                                         \
  }                                                                            \
  case Type::S16: {                                                            \
    using V = int16_t;                                                         \
    return EXPRESSION;                                                         \
  }                                                                            \
  case Type::B32:                                                              \
  case Type::U32: {                                                            \
    using V = uint32_t;                                                        \
    return EXPRESSION;                                                         \
  }                                                                            \
  case Type::S32: {                                                            \
    using V = int32_t;                                                         \
    return EXPRESSION;                                                         \
  }                                                                            \
  case Type::B64:                                                              \
  case Type::U64: {                                                            \
    using V = uint64_t;                                                        \
    return EXPRESSION;                                                         \
  }                                                                            \
  case Type::S64: {                                                            \
    using V = int64_t;                                                         \
    return EXPRESSION;                                                         \
  }                                                                            \
  default:                                                                     \
    return nullptr;                                                            \
  }

template <class Op> Handler binaryFor(Type T) {
  FOR_INTEGER(T, (&binary<V, Op>))
}
template <class Op> Handler divisionFor(Type T) {
  FOR_INTEGER(T, (&divide<V, Op>))
}
template <class Op> Handler unaryFor(Type T) { FOR_INTEGER(T, (&unary<V, Op>)) }
template <class Op>
Handler thenAddFor(Type T){FOR_INTEGER(T, (&thenAdd<V, Op>))} Handler
    sadFor(Type T){FOR_INTEGER(T, (&sumOfDifferences<V>))}

Handler wideFor(Type T, bool Mad) {
  switch (T) {
  case Type::U16:
    return Mad ? madWide<uint16_t, uint32_t> : mulWide<uint16_t, uint32_t>;
  case Type::S16:
    return Mad ? madWide<int16_t, int32_t> : mulWide<int16_t, int32_t>;
  case Type::U32:
    return Mad ? madWide<uint32_t, uint64_t> : mulWide<uint32_t, uint64_t>;
  case Type::S32:
    return Mad ? madWide<int32_t, int64_t> : mulWide<int32_t, int64_t>;
  default:
    return nullptr;
  }
}

// ---- carry chains: CC.CF lives in Thread::Carry ----

enum : uint8_t { CarryIn = 1, CarryOut = 2, Subtract = 4 };

template <class V>
void addWithCarry(Thread &T, const Instruction &I, V A, V B) {
  bool Sub = I.Mode & Subtract;
  // a - b - borrow is a + ~b + !borrow; the flag then holds the borrow.
  V Other = Sub ? V(~B) : B;
  unsigned In = I.Mode & CarryIn ? T.Carry : 0;
  In = Sub ? !In : In;
  unsigned __int128 Sum = static_cast<unsigned __int128>(A) + Other + In;
  if (I.Mode & CarryOut) {
    bool Out = (Sum >> (sizeof(V) * 8)) & 1;
    T.Carry = Sub ? !Out : Out;
  }
  T.put<V>(I.Dst, V(Sum));
}
template <class V> Flow carryAdd(Thread &T, const Instruction &I) {
  addWithCarry<V>(T, I, T.get<V>(I.A), T.get<V>(I.B));
  return Flow::Next;
}
template <class V, class S, bool High>
Flow carryMad(Thread &T, const Instruction &I) {
  S A = T.get<S>(I.A), B = T.get<S>(I.B);
  V Product = V(High ? MulHigh::on(A, B) : Mul::on(A, B));
  addWithCarry<V>(T, I, T.get<V>(I.C), Product);
  return Flow::Next;
}

bool decodeCarry(Decoding &D, bool Mad) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name.back() == 'c') // addc, subc, madc
    D.I.Mode |= CarryIn;
  if (D.Mods.take("cc"))
    D.I.Mode |= CarryOut;
  if (Name[0] == 's')
    D.I.Mode |= Subtract;
  bool High = Mad && D.Mods.take("hi");
  if (Mad && !High && !D.Mods.take("lo"))
    return false;
  Type T = D.Mods.takeType();
  bool Wide = sizeOf(T) == 8;
  if ((sizeOf(T) != 4 && !Wide) || isFloat(T))
    return false;
  if (!Mad)
    D.I.Run = Wide ? carryAdd<uint64_t> : carryAdd<uint32_t>;
  else if (!High)
    D.I.Run = Wide ? carryMad<uint64_t, uint64_t, false>
                   : carryMad<uint32_t, uint32_t, false>;
  else if (isSigned(T))
    D.I.Run = Wide ? carryMad<uint64_t, int64_t, true>
                   : carryMad<uint32_t, int32_t, true>;
  else
    D.I.Run = Wide ? carryMad<uint64_t, uint64_t, true>
                   : carryMad<uint32_t, uint32_t, true>;
  return D.assign(Mad ? 3 : 2);
}

// ---- dot products of packed bytes ----

template <class X, class Y> Flow dotFour(Thread &T, const Instruction &I) {
  uint32_t A = T.get<uint32_t>(I.A), B = T.get<uint32_t>(I.B);
  uint32_t Sum = T.get<uint32_t>(I.C);
  for (int N = 0; N < 4; ++N)
    Sum += uint32_t(int32_t(X(A >> (8 * N))) * int32_t(Y(B >> (8 * N))));
  T.put(I.Dst, Sum);
  return Flow::Next;
}
/// Mode 0 takes the low two bytes of b, mode 1 the high two.
template <class X, class Y> Flow dotTwo(Thread &T, const Instruction &I) {
  uint32_t A = T.get<uint32_t>(I.A), B = T.get<uint32_t>(I.B) >> (16 * I.Mode);
  using Wide = std::conditional_t<std::is_signed<X>::value, int16_t, uint16_t>;
  uint32_t Sum = T.get<uint32_t>(I.C);
  for (int N = 0; N < 2; ++N)
    Sum += uint32_t(int32_t(Wide(A >> (16 * N))) * int32_t(Y(B >> (8 * N))));
  T.put(I.Dst, Sum);
  return Flow::Next;
}

bool decodeDot(Decoding &D) {
  bool Two = D.Mods.mnemonic() == "dp2a";
  if (Two) {
    int Half = D.Mods.takeOneOf({"lo", "hi"});
    if (Half < 0)
      return false;
    D.I.Mode = static_cast<uint8_t>(Half);
  }
  Type A = D.Mods.takeType(), B = D.Mods.takeType();
  if ((A != Type::S32 && A != Type::U32) || (B != Type::S32 && B != Type::U32))
    return false;
  bool SA = isSigned(A), SB = isSigned(B);
  if (Two)
    D.I.Run = SA ? (SB ? dotTwo<int8_t, int8_t> : dotTwo<int8_t, uint8_t>)
                 : (SB ? dotTwo<uint8_t, int8_t> : dotTwo<uint8_t, uint8_t>);
  else
    D.I.Run = SA ? (SB ? dotFour<int8_t, int8_t> : dotFour<int8_t, uint8_t>)
                 : (SB ? dotFour<uint8_t, int8_t> : dotFour<uint8_t, uint8_t>);
  return D.assign(3);
}

bool decodeMulMad(Decoding &D, bool Mad) {
  bool Wide = D.Mods.take("wide"), High = !Wide && D.Mods.take("hi");
  if (!Wide && !High)
    D.Mods.take("lo");
  bool Sat = Mad && High && D.Mods.take("sat");
  Type T = D.Mods.takeType();
  if (Sat) {
    D.I.Run = madHighSat;
    return T == Type::S32 && D.assign(3);
  }
  if (Wide)
    D.I.Run = wideFor(T, Mad);
  else if (Mad)
    D.I.Run = High ? thenAddFor<MulHigh>(T) : thenAddFor<Mul>(T);
  else
    D.I.Run = High ? binaryFor<MulHigh>(T) : binaryFor<Mul>(T);
  return D.I.Run && D.assign(Mad ? 3 : 2);
}

bool decodeSaturating(Decoding &D, bool IsAdd) {
  // .sat exists for s32 alone.
  D.I.Run = IsAdd ? binary<int32_t, AddSat> : binary<int32_t, SubSat>;
  return D.Mods.take("s32") && D.assign(2);
}

} // namespace

bool decodeInteger(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  auto HasCc = [&] {
    for (std::string_view W : D.Mods.rest())
      if (W == "cc")
        return true;
    return false;
  };
  if (Name == "addc" || Name == "subc" || Name == "madc" ||
      ((Name == "add" || Name == "sub" || Name == "mad") && HasCc()))
    return decodeCarry(D, Name.substr(0, 3) == "mad");
  if (Name == "mul" || Name == "mad")
    return decodeMulMad(D, Name == "mad");
  if (Name == "dp4a" || Name == "dp2a")
    return decodeDot(D);
  if ((Name == "add" || Name == "sub") && D.Mods.take("sat"))
    return decodeSaturating(D, Name == "add");
  if (Name == "mul24" || Name == "mad24") {
    int Half = D.Mods.takeOneOf({"lo", "hi"});
    D.I.Mode = static_cast<uint8_t>(Half);
    Type T = D.Mods.takeType();
    D.I.Run = T == Type::S32 ? mul24<int32_t> : mul24<uint32_t>;
    return Half >= 0 && (T == Type::S32 || T == Type::U32) &&
           D.assign(Name == "mad24" ? 3 : 2);
  }
  Type T = D.Mods.takeType();
  if (Name == "neg" || Name == "abs") {
    D.I.Run = Name == "neg" ? unaryFor<Neg>(T) : unaryFor<Abs>(T);
    return D.I.Run && D.assign(1);
  }
  if (Name == "sad") {
    D.I.Run = sadFor(T);
    return D.I.Run && D.assign(3);
  }
  D.I.Run = Name == "add"   ? binaryFor<Add>(T)
            : Name == "sub" ? binaryFor<Sub>(T)
            : Name == "div" ? divisionFor<Div>(T)
            : Name == "rem" ? divisionFor<Rem>(T)
            : Name == "min" ? binaryFor<Min>(T)
            : Name == "max" ? binaryFor<Max>(T)
                            : nullptr;
  return D.I.Run && D.assign(2);
}

} // namespace pipeline_rewrite::executor
