//===- Instructions/Bits.cpp - Logic, shifts, bit fields ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Logic and Shift Instructions" and the bit-field instructions of
// "Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Machine/Thread.h"
#include <algorithm>
#include <type_traits>

namespace pipeline_rewrite::executor {
namespace {

Flow runAnd(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A] & T.R[I.B];
  return Flow::Next;
}
Flow runOr(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A] | T.R[I.B];
  return Flow::Next;
}
Flow runXor(Thread &T, const Instruction &I) {
  T.R[I.Dst] = T.R[I.A] ^ T.R[I.B];
  return Flow::Next;
}
Flow runNot(Thread &T, const Instruction &I) {
  T.R[I.Dst] = ~T.R[I.A];
  return Flow::Next;
}
template <class V> Flow runCNot(Thread &T, const Instruction &I) {
  T.put<V>(I.Dst, T.get<V>(I.A) == 0);
  return Flow::Next;
}

// Shift amounts are 32 bits without sign and clamped to the width.
template <class V> Flow runShl(Thread &T, const Instruction &I) {
  uint32_t By = T.get<uint32_t>(I.B);
  T.put<V>(I.Dst, By >= sizeof(V) * 8 ? 0 : V(uint64_t(T.get<V>(I.A)) << By));
  return Flow::Next;
}
template <class V> Flow runShr(Thread &T, const Instruction &I) {
  uint32_t By = T.get<uint32_t>(I.B), Bits = sizeof(V) * 8;
  V A = T.get<V>(I.A);
  if (std::is_signed<V>::value)
    By = std::min(By, Bits - 1);
  T.put<V>(I.Dst, By >= Bits ? V(0) : V(A >> By));
  return Flow::Next;
}

/// Mode bit 0: right, bit 1: wrap.
Flow runFunnel(Thread &T, const Instruction &I) {
  uint64_t V = uint64_t(T.get<uint32_t>(I.B)) << 32 | T.get<uint32_t>(I.A);
  uint32_t By = T.get<uint32_t>(I.C);
  By = I.Mode & 2 ? By & 31 : std::min(By, 32u);
  T.put(I.Dst, uint32_t(I.Mode & 1 ? V >> By : (V << By) >> 32));
  return Flow::Next;
}

uint32_t lookUp(const Thread &T, const Instruction &I) {
  uint32_t A = T.get<uint32_t>(I.A), B = T.get<uint32_t>(I.B),
           C = T.get<uint32_t>(I.C), Out = 0;
  for (int N = 0; N < 8; ++N)
    if (I.Mode >> N & 1)
      Out |= (N & 4 ? A : ~A) & (N & 2 ? B : ~B) & (N & 1 ? C : ~C);
  return Out;
}

Flow runLop3(Thread &T, const Instruction &I) {
  T.put(I.Dst, lookUp(T, I));
  return Flow::Next;
}

/// lop3.BoolOp d|p, a, b, c, lut, q: p is whether d is not zero, combined
/// with q. Relu: the operation is `and`.
Flow runLop3Predicate(Thread &T, const Instruction &I) {
  uint32_t Out = lookUp(T, I);
  bool Q = (T.R[I.D] & 1) != I.NegatedC;
  if (I.Dst >= 0)
    T.put(I.Dst, Out);
  T.R[I.Dst2] = I.Relu ? Out != 0 && Q : Out != 0 || Q;
  return Flow::Next;
}

template <class V> Flow runExtract(Thread &T, const Instruction &I) {
  constexpr int Bits = sizeof(V) * 8;
  using U = std::make_unsigned_t<V>;
  V A = T.get<V>(I.A);
  int Pos = T.get<uint32_t>(I.B) & 0xFF, Len = T.get<uint32_t>(I.C) & 0xFF;
  // The bit that fills the rest: zero, or the top bit of the field, or of the
  // operand when the field runs beyond it.
  int Top = std::min(Pos + Len - 1, Bits - 1);
  bool Fill = std::is_signed<V>::value && Len != 0 && (U(A) >> Top & 1);
  U Out = 0;
  for (int N = 0; N < Bits; ++N) {
    bool Bit = N < Len && Pos + N < Bits ? (U(A) >> (Pos + N) & 1) : Fill;
    Out |= U(Bit) << N;
  }
  T.put<U>(I.Dst, Out);
  return Flow::Next;
}

template <class U> Flow runInsert(Thread &T, const Instruction &I) {
  constexpr unsigned Bits = sizeof(U) * 8;
  U A = T.get<U>(I.A), Out = T.get<U>(I.B);
  unsigned Pos = T.get<uint32_t>(I.C) & 0xFF, Len = T.get<uint32_t>(I.D) & 0xFF;
  for (unsigned N = 0; N < Len && Pos + N < Bits; ++N) {
    U Bit = U(1) << (Pos + N);
    Out = (A >> N & 1) ? Out | Bit : Out & ~Bit;
  }
  T.put<U>(I.Dst, Out);
  return Flow::Next;
}

template <class U> Flow runReverse(Thread &T, const Instruction &I) {
  U A = T.get<U>(I.A), Out = 0;
  for (unsigned N = 0; N < sizeof(U) * 8; ++N)
    Out |= (A >> N & 1) << (sizeof(U) * 8 - 1 - N);
  T.put<U>(I.Dst, Out);
  return Flow::Next;
}
template <class U> Flow runLeadingZeros(Thread &T, const Instruction &I) {
  uint64_t A = T.get<U>(I.A);
  int Extra = 64 - int(sizeof(U)) * 8;
  T.put<uint32_t>(I.Dst, A ? __builtin_clzll(A) - Extra : sizeof(U) * 8);
  return Flow::Next;
}
template <class U> Flow runPopCount(Thread &T, const Instruction &I) {
  T.put<uint32_t>(I.Dst, __builtin_popcountll(T.get<U>(I.A)));
  return Flow::Next;
}
/// Mode 1: .shiftamt.
template <class V> Flow runFindLeading(Thread &T, const Instruction &I) {
  using U = std::make_unsigned_t<V>;
  V A = T.get<V>(I.A);
  uint64_t Bits = U(A < 0 ? V(~A) : A);
  uint32_t At = Bits ? 63 - __builtin_clzll(Bits) : ~0u;
  T.put<uint32_t>(I.Dst,
                  Bits && I.Mode ? uint32_t(sizeof(V)) * 8 - 1 - At : At);
  return Flow::Next;
}

Handler bySize(Type T, Handler H16, Handler H32, Handler H64) {
  if (isFloat(T) || T == Type::Pred)
    return nullptr;
  return sizeOf(T) == 2   ? H16
         : sizeOf(T) == 4 ? H32
         : sizeOf(T) == 8 ? H64
                          : nullptr;
}

bool decodeLop3Predicate(Decoding &D, bool And) {
  if (!D.Mods.take("b32") || D.Ops.size() != 6 ||
      D.Ops[0].K != Operand::Kind::Pair || !D.Ops[4].IsConstant)
    return false;
  for (size_t N : {1, 2, 3, 5})
    if (!D.isValue(N))
      return false;
  D.I.Relu = And;
  D.I.Dst = D.Ops[0].Parts[0].Slot; // -1 for `_`
  D.I.Dst2 = D.Ops[0].Parts[1].Slot;
  D.I.A = D.Ops[1].Slot;
  D.I.B = D.Ops[2].Slot;
  D.I.C = D.Ops[3].Slot;
  D.I.D = D.Ops[5].Slot;
  D.I.NegatedC = D.Ops[5].Negated;
  D.I.Mode = static_cast<uint8_t>(D.Ops[4].Constant);
  D.I.Run = runLop3Predicate;
  return D.I.Dst2 >= 0;
}

bool decodeLop3(Decoding &D) {
  if (int Op = D.Mods.takeOneOf({"or", "and"}); Op >= 0)
    return decodeLop3Predicate(D, Op == 1);
  if (!D.Mods.take("b32") || D.Ops.size() != 5 || !D.Ops[4].IsConstant)
    return false;
  D.I.Mode = static_cast<uint8_t>(D.Ops[4].Constant);
  D.Ops.pop_back();
  D.I.Run = runLop3;
  return D.assign(3);
}

bool decodeFunnel(Decoding &D) {
  int Side = D.Mods.takeOneOf({"l", "r"});
  int How = D.Mods.takeOneOf({"clamp", "wrap"});
  if (Side < 0 || How < 0 || !D.Mods.take("b32"))
    return false;
  D.I.Mode = static_cast<uint8_t>(Side | How << 1);
  D.I.Run = runFunnel;
  return D.assign(3);
}

bool decodeLogic(Decoding &D, Type T) {
  std::string_view Name = D.Mods.mnemonic();
  if (isFloat(T) || T == Type::None)
    return false;
  if (Name == "not" || Name == "cnot") {
    D.I.Run = Name == "not" ? runNot
                            : bySize(T, runCNot<uint16_t>, runCNot<uint32_t>,
                                     runCNot<uint64_t>);
    return D.I.Run && D.assign(1);
  }
  D.I.Run = Name == "and" ? runAnd : Name == "or" ? runOr : runXor;
  return D.assign(2) && !D.Ops[1].Negated && !D.Ops[2].Negated;
}

Handler shiftRightFor(Type T) {
  if (isSigned(T))
    return bySize(T, runShr<int16_t>, runShr<int32_t>, runShr<int64_t>);
  return bySize(T, runShr<uint16_t>, runShr<uint32_t>, runShr<uint64_t>);
}

} // namespace

bool decodeBits(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  if (Name == "lop3")
    return decodeLop3(D);
  if (Name == "shf")
    return decodeFunnel(D);
  if (Name == "bfind" && D.Mods.take("shiftamt"))
    D.I.Mode = 1;
  Type T = D.Mods.takeType();
  bool Wide = sizeOf(T) == 8;
  if (Name == "and" || Name == "or" || Name == "xor" || Name == "not" ||
      Name == "cnot")
    return decodeLogic(D, T);
  if (Name == "shl" || Name == "shr") {
    D.I.Run = Name == "shl" ? bySize(T, runShl<uint16_t>, runShl<uint32_t>,
                                     runShl<uint64_t>)
                            : shiftRightFor(T);
    return D.I.Run && D.assign(2);
  }
  if (isFloat(T) || (sizeOf(T) != 4 && !Wide))
    return false;
  if (Name == "bfe") {
    D.I.Run = isSigned(T)
                  ? (Wide ? runExtract<int64_t> : runExtract<int32_t>)
                  : (Wide ? runExtract<uint64_t> : runExtract<uint32_t>);
    return D.assign(3);
  }
  if (Name == "bfi") {
    D.I.Run = Wide ? runInsert<uint64_t> : runInsert<uint32_t>;
    return D.assign(4);
  }
  if (Name == "bfind")
    D.I.Run =
        isSigned(T)
            ? (Wide ? runFindLeading<int64_t> : runFindLeading<int32_t>)
            : (Wide ? runFindLeading<uint64_t> : runFindLeading<uint32_t>);
  else if (Name == "brev")
    D.I.Run = Wide ? runReverse<uint64_t> : runReverse<uint32_t>;
  else if (Name == "clz")
    D.I.Run = Wide ? runLeadingZeros<uint64_t> : runLeadingZeros<uint32_t>;
  else if (Name == "popc")
    D.I.Run = Wide ? runPopCount<uint64_t> : runPopCount<uint32_t>;
  else
    return false;
  return D.assign(1);
}

} // namespace pipeline_rewrite::executor
