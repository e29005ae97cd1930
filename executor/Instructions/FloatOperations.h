//===- Instructions/FloatOperations.h - Operations on floats ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the floating-point instructions as functions of up to
// three numbers, shared by f32, f64 and the narrow types. The .approx forms
// are computed as exactly as the host can: hardware may differ in the last
// bits (PTX ISA gives error bounds only).
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_FLOATOPERATIONS_H
#define PIPELINE_REWRITE_EXECUTOR_INSTRUCTIONS_FLOATOPERATIONS_H

#include <cmath>
#include <limits>

namespace pipeline_rewrite::executor::operations {

struct Add {
  template <class F> static F on(F A, F B, F) { return A + B; }
};
struct Sub {
  template <class F> static F on(F A, F B, F) { return A - B; }
};
struct Mul {
  template <class F> static F on(F A, F B, F) { return A * B; }
};
struct Div {
  template <class F> static F on(F A, F B, F) { return A / B; }
};
struct Fma {
  template <class F> static F on(F A, F B, F C) { return std::fma(A, B, C); }
};
struct Neg {
  template <class F> static F on(F A, F, F) { return -A; }
};
struct Abs {
  template <class F> static F on(F A, F, F) { return std::fabs(A); }
};
struct Rcp {
  template <class F> static F on(F A, F, F) { return F(1) / A; }
};
struct Sqrt {
  template <class F> static F on(F A, F, F) { return std::sqrt(A); }
};
struct Rsqrt {
  template <class F> static F on(F A, F, F) {
    return F(1.0 / std::sqrt(double(A)));
  }
};
struct Sin {
  template <class F> static F on(F A, F, F) { return F(std::sin(double(A))); }
};
struct Cos {
  template <class F> static F on(F A, F, F) { return F(std::cos(double(A))); }
};
struct Lg2 {
  template <class F> static F on(F A, F, F) { return F(std::log2(double(A))); }
};
struct Ex2 {
  template <class F> static F on(F A, F, F) { return F(std::exp2(double(A))); }
};
struct Tanh {
  template <class F> static F on(F A, F, F) { return F(std::tanh(double(A))); }
};

/// One NaN is ignored; -0 is less than +0 (PTX ISA, "min", "max").
struct Min {
  template <class F> static F on(F A, F B, F) {
    if (A != A)
      return B;
    if (B != B)
      return A;
    if (A == B)
      return std::signbit(A) ? A : B;
    return A < B ? A : B;
  }
};
struct Max {
  template <class F> static F on(F A, F B, F) {
    if (A != A)
      return B;
    if (B != B)
      return A;
    if (A == B)
      return std::signbit(A) ? B : A;
    return A > B ? A : B;
  }
};
/// .NaN: one NaN makes the result NaN.
template <class Op> struct WithNaN {
  template <class F> static F on(F A, F B, F C) {
    return A != A || B != B ? std::numeric_limits<F>::quiet_NaN()
                            : Op::on(A, B, C);
  }
};

} // namespace pipeline_rewrite::executor::operations

#endif
