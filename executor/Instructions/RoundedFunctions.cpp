//===- Instructions/RoundedFunctions.cpp - libdevice: _rn, _rz, _ru, _rd --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with -frounding-math: the mode is changed around single operations.
//
//===----------------------------------------------------------------------===//
#include "executor/Instructions/HostFunction.h"
#include "executor/Numeric/Rounding.h"
#include <limits>
#include <string>

namespace pipeline_rewrite::executor {
namespace {

/// \p Change of the operands, in mode \p R.
template <Rounding R, class F, class Fn, class... A>
F inMode(Fn Change, A... Operands) {
  // volatile keeps the operation between the changes of the rounding mode.
  volatile F Result;
  {
    ScopedRounding Mode(R);
    Result = Change(static_cast<volatile A &>(Operands)...);
  }
  return Result;
}

template <class F, Rounding R> struct Rounded {
  static F add(F A, F B) {
    return inMode<R, F>([](F X, F Y) { return X + Y; }, A, B);
  }
  static F sub(F A, F B) {
    return inMode<R, F>([](F X, F Y) { return X - Y; }, A, B);
  }
  static F mul(F A, F B) {
    return inMode<R, F>([](F X, F Y) { return X * Y; }, A, B);
  }
  static F div(F A, F B) {
    return inMode<R, F>([](F X, F Y) { return X / Y; }, A, B);
  }
  static F rcp(F A) { return div(1, A); }
  static F sqrt(F A) {
    return inMode<R, F>([](F X) { return std::sqrt(X); }, A);
  }
  static F fma(F A, F B, F C) {
    return inMode<R, F>([](F X, F Y, F Z) { return std::fma(X, Y, Z); }, A, B,
                        C);
  }
  template <class From> static F from(From A) {
    return inMode<R, F>([](From X) { return F(X); }, A);
  }
  /// Beyond the limits the nearest number, and 0 for NaN (PTX ISA, "cvt").
  template <class To> static To to(F A) {
    double V = R == Rounding::Zero   ? std::trunc(double(A))
               : R == Rounding::Down ? std::floor(double(A))
               : R == Rounding::Up   ? std::ceil(double(A))
                                     : std::nearbyint(double(A));
    if (!(V == V))
      return sizeof(To) == 8 ? To(uint64_t(1) << 63) : To(0);
    // Both are powers of two, the upper one the first that is too large.
    constexpr To Least = std::numeric_limits<To>::min();
    constexpr To Most = std::numeric_limits<To>::max();
    return V < double(Least)               ? Least
           : V >= double(Most / 2 + 1) * 2 ? Most
                                           : To(V);
  }
};

template <Rounding R>
void addMode(HostFunctions &Out, const std::string &Suffix) {
  auto Add = [&](const char *Name, auto *Fn) {
    Out.add((Name + Suffix).c_str(), Fn);
  };
  using Float = Rounded<float, R>;
  using Double = Rounded<double, R>;
  Add("__nv_fadd_", Float::add);
  Add("__nv_fsub_", Float::sub);
  Add("__nv_fmul_", Float::mul);
  Add("__nv_fdiv_", Float::div);
  Add("__nv_frcp_", Float::rcp);
  Add("__nv_fsqrt_", Float::sqrt);
  Add("__nv_fmaf_", Float::fma);
  Add("__nv_fmaf_ieee_", Float::fma);
  Add("__nv_dadd_", Double::add);
  Add("__nv_dsub_", Double::sub);
  Add("__nv_dmul_", Double::mul);
  Add("__nv_ddiv_", Double::div);
  Add("__nv_drcp_", Double::rcp);
  Add("__nv_dsqrt_", Double::sqrt);
  Add("__nv_fma_", Double::fma);
  Add("__nv_double2float_", Float::template from<double>);
  Add("__nv_int2float_", Float::template from<int32_t>);
  Add("__nv_uint2float_", Float::template from<uint32_t>);
  Add("__nv_ll2float_", Float::template from<int64_t>);
  Add("__nv_ull2float_", Float::template from<uint64_t>);
  Add("__nv_int2double_", Double::template from<int32_t>);
  Add("__nv_uint2double_", Double::template from<uint32_t>);
  Add("__nv_ll2double_", Double::template from<int64_t>);
  Add("__nv_ull2double_", Double::template from<uint64_t>);
  Add("__nv_float2int_", Float::template to<int32_t>);
  Add("__nv_float2uint_", Float::template to<uint32_t>);
  Add("__nv_float2ll_", Float::template to<int64_t>);
  Add("__nv_float2ull_", Float::template to<uint64_t>);
  Add("__nv_double2int_", Double::template to<int32_t>);
  Add("__nv_double2uint_", Double::template to<uint32_t>);
  Add("__nv_double2ll_", Double::template to<int64_t>);
  Add("__nv_double2ull_", Double::template to<uint64_t>);
}

} // namespace

void addRoundedFunctions(HostFunctions &Out) {
  addMode<Rounding::Nearest>(Out, "rn");
  addMode<Rounding::Zero>(Out, "rz");
  addMode<Rounding::Up>(Out, "ru");
  addMode<Rounding::Down>(Out, "rd");
  Out.add(
      "__nv_frsqrt_rn",
      +[](float A) { return float(1 / std::sqrt(double(A))); });
  Out.add("__nv_llrint", Rounded<double, Rounding::Nearest>::to<int64_t>);
  Out.add("__nv_llrintf", Rounded<float, Rounding::Nearest>::to<int64_t>);
  Out.add(
      "__nv_llround", +[](double A) {
        return Rounded<double, Rounding::Zero>::to<int64_t>(std::round(A));
      });
  Out.add(
      "__nv_llroundf", +[](float A) {
        return Rounded<float, Rounding::Zero>::to<int64_t>(std::round(A));
      });
}

} // namespace pipeline_rewrite::executor
