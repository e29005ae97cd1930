//===- Instructions/Float.cpp - f32 and f64 arithmetic --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX ISA, "Floating Point Instructions". Compiled with -ffp-contract=off: the
// host must fuse only where the PTX says fma.
//
//===----------------------------------------------------------------------===//
#include "executor/Decode/Decoder.h"
#include "executor/Instructions/FloatOperations.h"
#include "executor/Machine/Thread.h"
#include "executor/Numeric/Rounding.h"

namespace pipeline_rewrite::executor {

bool decodeNarrowFloat(Decoding &D, Type T);

namespace {
using namespace operations;

/// Slots that an instruction lacks read slot 0, whose value is not used.
template <class F> F source(const Thread &T, int32_t Slot) {
  return T.get<F>(Slot < 0 ? 0 : Slot);
}

template <class F> F canonical(F V) { return V; }
template <> float canonical(float V) {
  // A NaN result of f32 is 0x7fffffff (PTX ISA, "Floating Point Instructions").
  return V != V ? std::copysign(__builtin_nanf("0x3fffff"), 1.0f) : V;
}

/// Round to nearest, no .ftz, no .sat: what nearly all code uses.
template <class F, class Op> Flow plain(Thread &T, const Instruction &I) {
  F A = source<F>(T, I.A), B = source<F>(T, I.B), C = source<F>(T, I.C);
  T.put<F>(I.Dst, canonical(Op::on(A, B, C)));
  return Flow::Next;
}

template <class F, class Op> Flow general(Thread &T, const Instruction &I) {
  // volatile keeps the operation between the changes of the rounding mode.
  volatile F A = source<F>(T, I.A), B = source<F>(T, I.B),
             C = source<F>(T, I.C);
  if (I.Ftz) {
    A = flushed(F(A));
    B = flushed(F(B));
    C = flushed(F(C));
  }
  volatile F V;
  {
    ScopedRounding Scope(I.Round);
    V = Op::on(F(A), F(B), F(C));
  }
  F Out = I.Ftz ? flushed(F(V)) : F(V);
  if (I.Sat)
    Out = saturated(Out);
  if (I.Relu)
    Out = Out < 0 ? F(0) : Out;
  T.put<F>(I.Dst, canonical(Out));
  return Flow::Next;
}

/// neg and abs change one bit, of NaNs as well.
template <class F, class U, bool Negate>
Flow changeSign(Thread &T, const Instruction &I) {
  F A = T.get<F>(I.A);
  U Bits = 0;
  if (I.Ftz)
    A = flushed(A);
  std::memcpy(&Bits, &A, sizeof A);
  U Sign = U(1) << (sizeof(U) * 8 - 1);
  T.put<U>(I.Dst, Negate ? Bits ^ Sign : Bits & ~Sign);
  return Flow::Next;
}

template <class U> Flow runCopySign(Thread &T, const Instruction &I) {
  U Sign = U(1) << (sizeof(U) * 8 - 1);
  T.put<U>(I.Dst, (T.get<U>(I.A) & Sign) | (T.get<U>(I.B) & ~Sign));
  return Flow::Next;
}

#if defined(__x86_64__)
/// The hot instruction of every GEMM, without the call into the C library.
__attribute__((target("fma"))) Flow fmaSingle(Thread &T, const Instruction &I) {
  T.put<float>(I.Dst,
               canonical(__builtin_fmaf(T.get<float>(I.A), T.get<float>(I.B),
                                        T.get<float>(I.C))));
  return Flow::Next;
}
__attribute__((target("fma"))) Flow fmaDouble(Thread &T, const Instruction &I) {
  T.put<double>(I.Dst, __builtin_fma(T.get<double>(I.A), T.get<double>(I.B),
                                     T.get<double>(I.C)));
  return Flow::Next;
}
#endif

Handler plainFma(Type T) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("fma"))
    return T == Type::F32 ? fmaSingle : fmaDouble;
#endif
  return T == Type::F32 ? plain<float, Fma> : plain<double, Fma>;
}

template <class Op> Handler choose(const Instruction &I, Type T) {
  bool Plain = I.Round == Rounding::Nearest && !I.Ftz && !I.Sat && !I.Relu;
  if (T == Type::F32)
    return Plain ? plain<float, Op> : general<float, Op>;
  return Plain ? plain<double, Op> : general<double, Op>;
}

Handler chooseByName(std::string_view Name, const Instruction &I, Type T,
                     bool NaN) {
  bool Plain = I.Round == Rounding::Nearest && !I.Ftz && !I.Sat && !I.Relu;
  if (Name == "add")
    return choose<Add>(I, T);
  if (Name == "sub")
    return choose<Sub>(I, T);
  if (Name == "mul")
    return choose<Mul>(I, T);
  if (Name == "div")
    return choose<Div>(I, T);
  if (Name == "fma" || Name == "mad")
    return Plain ? plainFma(T) : choose<Fma>(I, T);
  if (Name == "min")
    return NaN ? choose<WithNaN<Min>>(I, T) : choose<Min>(I, T);
  if (Name == "max")
    return NaN ? choose<WithNaN<Max>>(I, T) : choose<Max>(I, T);
  if (Name == "rcp")
    return choose<Rcp>(I, T);
  if (Name == "sqrt")
    return choose<Sqrt>(I, T);
  if (Name == "rsqrt")
    return choose<Rsqrt>(I, T);
  if (Name == "sin")
    return choose<Sin>(I, T);
  if (Name == "cos")
    return choose<Cos>(I, T);
  if (Name == "lg2")
    return choose<Lg2>(I, T);
  if (Name == "ex2")
    return choose<Ex2>(I, T);
  if (Name == "tanh")
    return choose<Tanh>(I, T);
  return nullptr;
}

unsigned operandCount(std::string_view Name) {
  if (Name == "fma" || Name == "mad")
    return 3;
  return Name == "add" || Name == "sub" || Name == "mul" || Name == "div" ||
                 Name == "min" || Name == "max" || Name == "copysign"
             ? 2
             : 1;
}

/// Which precision words an instruction may carry; the wrong ones stay and
/// make it unsupported.
bool takePrecision(Decoding &D, std::string_view Name) {
  bool Exact = Name == "add" || Name == "sub" || Name == "mul" ||
               Name == "fma" || Name == "mad";
  bool Either = Name == "div" || Name == "rcp" || Name == "sqrt";
  bool Approx = Name == "rsqrt" || Name == "sin" || Name == "cos" ||
                Name == "lg2" || Name == "ex2" || Name == "tanh";
  if (Exact || Either) {
    int R = D.Mods.takeOneOf({"rn", "rz", "rm", "rp"});
    static constexpr Rounding Modes[] = {Rounding::Nearest, Rounding::Zero,
                                         Rounding::Down, Rounding::Up};
    if (R >= 0)
      D.I.Round = Modes[R];
    if (Exact || R >= 0)
      return true;
  }
  if (Approx || Either)
    return D.Mods.take("approx") || (Name == "div" && D.Mods.take("full"));
  return true;
}

} // namespace

bool decodeFloat(Decoding &D) {
  std::string_view Name = D.Mods.mnemonic();
  Type T = D.Mods.takeType();
  if (T == Type::F16 || T == Type::F16x2 || T == Type::BF16 ||
      T == Type::BF16x2)
    return decodeNarrowFloat(D, T);
  if (T != Type::F32 && T != Type::F64)
    return false;
  if (!takePrecision(D, Name))
    return false;
  if (T == Type::F32) {
    D.I.Ftz = D.Mods.take("ftz");
    if (operandCount(Name) > 1 && Name != "div" && Name != "min" &&
        Name != "max")
      D.I.Sat = D.Mods.take("sat");
  }
  // The only forms of f64 that flush; they start a Newton iteration.
  if (T == Type::F64 && (Name == "rcp" || Name == "rsqrt"))
    D.I.Ftz = D.Mods.take("ftz");
  if (Name == "copysign") {
    D.I.Run = T == Type::F32 ? runCopySign<uint32_t> : runCopySign<uint64_t>;
    return D.assign(2);
  }
  bool Wide = T == Type::F64;
  if (Name == "neg" || Name == "abs") {
    D.I.Run = Name == "neg" ? (Wide ? changeSign<double, uint64_t, true>
                                    : changeSign<float, uint32_t, true>)
                            : (Wide ? changeSign<double, uint64_t, false>
                                    : changeSign<float, uint32_t, false>);
    return D.assign(1);
  }
  bool NaN = (Name == "min" || Name == "max") && D.Mods.take("NaN");
  D.I.Run = chooseByName(Name, D.I, T, NaN);
  return D.I.Run && D.assign(operandCount(Name));
}

} // namespace pipeline_rewrite::executor
