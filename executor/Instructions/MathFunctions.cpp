//===- Instructions/MathFunctions.cpp - libdevice by the host's libm ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of NVIDIA's libdevice (Libdevice User's Guide, "Function
// Reference") that clang's headers call and PTX then only declares. Those with
// a rounding mode are in RoundedFunctions.cpp.
//
//===----------------------------------------------------------------------===//
#include "executor/Instructions/FloatOperations.h"
#include "executor/Instructions/HostFunction.h"
#include "executor/Numeric/NarrowFloat.h"
#include <climits>

namespace pipeline_rewrite::executor {
namespace {

constexpr double Pi = 3.14159265358979323846;

/// Sine of \p X half turns, exact at multiples of a half.
double sinpi(double X) {
  double R = std::remainder(X, 2);
  if (std::fabs(R) == 1 || R == 0)
    return std::copysign(0, X);
  return std::sin(Pi * (std::fabs(R) > 0.5 ? std::copysign(1, R) - R : R));
}
double cospi(double X) {
  double R = std::fabs(std::remainder(X, 2));
  return R == 0.5 ? 0 : R < 0.25 ? std::cos(Pi * R) : sinpi(0.5 - R);
}

// One function of floats and of doubles: NAMEf and NAME. Computed in double, so
// that both are as exact as can be.
#define UNARY(Name, Expression)                                                \
  Out.add(                                                                     \
      "__nv_" #Name "f", +[](float A) {                                        \
        double X = A;                                                          \
        return float(Expression);                                              \
      });                                                                      \
  Out.add("__nv_" #Name, +[](double X) { return double(Expression); });
#define BINARY(Name, Expression)                                               \
  Out.add(                                                                     \
      "__nv_" #Name "f", +[](float A, float B) {                               \
        double X = A, Y = B;                                                   \
        return float(Expression);                                              \
      });                                                                      \
  Out.add(                                                                     \
      "__nv_" #Name, +[](double X, double Y) { return double(Expression); });
// Where a float computed in double would be another one.
#define BY_TYPE(Name, Expression)                                              \
  Out.add("__nv_" #Name "f", +[](float X) { return float(Expression); });      \
  Out.add("__nv_" #Name, +[](double X) { return double(Expression); });

void addUnary(HostFunctions &Out) {
  UNARY(acos, std::acos(X))
  UNARY(acosh, std::acosh(X))
  UNARY(asin, std::asin(X))
  UNARY(asinh, std::asinh(X))
  UNARY(atan, std::atan(X))
  UNARY(atanh, std::atanh(X))
  UNARY(cbrt, std::cbrt(X))
  UNARY(ceil, std::ceil(X))
  UNARY(cos, std::cos(X))
  UNARY(cosh, std::cosh(X))
  UNARY(cospi, cospi(X))
  UNARY(erf, std::erf(X))
  UNARY(erfc, std::erfc(X))
  UNARY(erfcx, std::exp(X * X) * std::erfc(X))
  UNARY(exp, std::exp(X))
  UNARY(exp10, std::pow(10.0, X))
  UNARY(exp2, std::exp2(X))
  UNARY(expm1, std::expm1(X))
  UNARY(fabs, std::fabs(X))
  UNARY(floor, std::floor(X))
  UNARY(j0, ::j0(X))
  UNARY(j1, ::j1(X))
  UNARY(lgamma, std::lgamma(X))
  UNARY(log, std::log(X))
  UNARY(log10, std::log10(X))
  UNARY(log1p, std::log1p(X))
  UNARY(log2, std::log2(X))
  UNARY(normcdf, 0.5 * std::erfc(-X / std::sqrt(2.0)))
  UNARY(rcbrt, 1 / std::cbrt(X))
  UNARY(rsqrt, 1 / std::sqrt(X))
  UNARY(round, std::round(X))
  UNARY(rint, std::nearbyint(X))
  UNARY(nearbyint, std::nearbyint(X))
  UNARY(sin, std::sin(X))
  UNARY(sinh, std::sinh(X))
  UNARY(sinpi, sinpi(X))
  UNARY(sqrt, std::sqrt(X))
  UNARY(tan, std::tan(X))
  UNARY(tanh, std::tanh(X))
  UNARY(tgamma, std::tgamma(X))
  UNARY(trunc, std::trunc(X))
  UNARY(y0, ::y0(X))
  UNARY(y1, ::y1(X))
  BY_TYPE(logb, std::logb(X))
}

void addSeveral(HostFunctions &Out) {
  BINARY(atan2, std::atan2(X, Y))
  BINARY(copysign, std::copysign(X, Y))
  BINARY(fdim, std::fdim(X, Y))
  BINARY(fmax, operations::Max::on(X, Y, 0.0))
  BINARY(fmin, operations::Min::on(X, Y, 0.0))
  BINARY(fmod, std::fmod(X, Y))
  BINARY(hypot, std::hypot(X, Y))
  BINARY(pow, std::pow(X, Y))
  BINARY(remainder, std::remainder(X, Y))
  BINARY(rhypot, 1 / std::hypot(X, Y))
  Out.add(
      "__nv_fmaf",
      +[](float A, float B, float C) { return std::fma(A, B, C); });
  Out.add(
      "__nv_fma",
      +[](double A, double B, double C) { return std::fma(A, B, C); });
  Out.add(
      "__nv_nextafterf",
      +[](float A, float B) { return std::nextafter(A, B); });
  Out.add(
      "__nv_nextafter",
      +[](double A, double B) { return std::nextafter(A, B); });
  for (const char *Name : {"__nv_ldexpf", "__nv_scalbnf"})
    Out.add(Name, +[](float A, int32_t N) { return std::ldexp(A, N); });
  for (const char *Name : {"__nv_ldexp", "__nv_scalbn"})
    Out.add(Name, +[](double A, int32_t N) { return std::ldexp(A, N); });
  Out.add(
      "__nv_powif",
      +[](float A, int32_t N) { return float(std::pow(double(A), N)); });
  Out.add("__nv_powi", +[](double A, int32_t N) { return std::pow(A, N); });
  Out.add("__nv_jnf", +[](int32_t N, float A) { return float(::jn(N, A)); });
  Out.add("__nv_jn", +[](int32_t N, double A) { return ::jn(N, A); });
  Out.add("__nv_ynf", +[](int32_t N, float A) { return float(::yn(N, A)); });
  Out.add("__nv_yn", +[](int32_t N, double A) { return ::yn(N, A); });
  Out.add(
      "__nv_norm3df", +[](float A, float B, float C) {
        return float(std::hypot(double(A), double(B), double(C)));
      });
  Out.add(
      "__nv_norm3d",
      +[](double A, double B, double C) { return std::hypot(A, B, C); });
  Out.add(
      "__nv_rnorm3df", +[](float A, float B, float C) {
        return float(1 / std::hypot(double(A), double(B), double(C)));
      });
  Out.add(
      "__nv_rnorm3d",
      +[](double A, double B, double C) { return 1 / std::hypot(A, B, C); });
  Out.add(
      "__nv_norm4df", +[](float A, float B, float C, float D) {
        return float(std::hypot(std::hypot(double(A), double(B)),
                                std::hypot(double(C), double(D))));
      });
  Out.add(
      "__nv_norm4d", +[](double A, double B, double C, double D) {
        return std::hypot(std::hypot(A, B), std::hypot(C, D));
      });
}

/// The fast forms; the instructions they stand for have error bounds only.
void addFast(HostFunctions &Out) {
#define FAST(Name, Expression)                                                 \
  Out.add(                                                                     \
      "__nv_fast_" #Name, +[](float A) {                                       \
        double X = A;                                                          \
        return float(Expression);                                              \
      });
  FAST(cosf, std::cos(X))
  FAST(exp10f, std::pow(10.0, X))
  FAST(expf, std::exp(X))
  FAST(log10f, std::log10(X))
  FAST(log2f, std::log2(X))
  FAST(logf, std::log(X))
  FAST(sinf, std::sin(X))
  FAST(tanf, std::tan(X))
  FAST(tanhf, std::tanh(X))
#undef FAST
  Out.add("__nv_fast_fdividef", +[](float A, float B) { return A / B; });
  Out.add(
      "__nv_fast_powf",
      +[](float A, float B) { return float(std::pow(double(A), double(B))); });
  Out.add(
      "__nv_saturatef",
      +[](float A) { return A > 0 ? (A < 1 ? A : 1.0f) : 0.0f; });
}

void addClassification(HostFunctions &Out) {
#define QUESTION(Name, Type, Expression)                                       \
  Out.add("__nv_" #Name, +[](Type X) { return int32_t(Expression); });
  QUESTION(isnanf, float, std::isnan(X))
  QUESTION(isnand, double, std::isnan(X))
  QUESTION(isinff, float, std::isinf(X))
  QUESTION(isinfd, double, std::isinf(X))
  QUESTION(finitef, float, std::isfinite(X))
  QUESTION(isfinited, double, std::isfinite(X))
  QUESTION(signbitf, float, std::signbit(X))
  QUESTION(signbitd, double, std::signbit(X))
  QUESTION(ilogbf, float, std::ilogb(X))
  QUESTION(ilogb, double, std::ilogb(X))
#undef QUESTION
}

void addWithPointer(HostFunctions &Out) {
  Out.addWithPointer(
      "__nv_frexpf", +[](float A, int32_t *N) { return std::frexp(A, N); });
  Out.addWithPointer(
      "__nv_frexp", +[](double A, int32_t *N) { return std::frexp(A, N); });
  Out.addWithPointer(
      "__nv_modff", +[](float A, float *N) { return std::modf(A, N); });
  Out.addWithPointer(
      "__nv_modf", +[](double A, double *N) { return std::modf(A, N); });
  Out.addTwoResults(
      "__nv_sincosf", +[](float A, float *S, float *C) {
        *S = float(std::sin(double(A)));
        *C = float(std::cos(double(A)));
      });
  Out.addTwoResults(
      "__nv_fast_sincosf", +[](float A, float *S, float *C) {
        *S = float(std::sin(double(A)));
        *C = float(std::cos(double(A)));
      });
  Out.addTwoResults(
      "__nv_sincos", +[](double A, double *S, double *C) {
        *S = std::sin(A);
        *C = std::cos(A);
      });
  Out.addTwoResults(
      "__nv_sincospif", +[](float A, float *S, float *C) {
        *S = float(sinpi(A));
        *C = float(cospi(A));
      });
  Out.addTwoResults(
      "__nv_sincospi", +[](double A, double *S, double *C) {
        *S = sinpi(A);
        *C = cospi(A);
      });
}

void addInteger(HostFunctions &Out) {
  using I = int32_t;
  using U = uint32_t;
  using L = int64_t;
  using UL = uint64_t;
  Out.add("__nv_abs", +[](U A) { return I(A) < 0 ? 0 - A : A; });
  Out.add("__nv_llabs", +[](UL A) { return L(A) < 0 ? 0 - A : A; });
  Out.add("__nv_max", +[](I A, I B) { return A > B ? A : B; });
  Out.add("__nv_min", +[](I A, I B) { return A < B ? A : B; });
  Out.add("__nv_umax", +[](U A, U B) { return A > B ? A : B; });
  Out.add("__nv_umin", +[](U A, U B) { return A < B ? A : B; });
  Out.add("__nv_llmax", +[](L A, L B) { return A > B ? A : B; });
  Out.add("__nv_llmin", +[](L A, L B) { return A < B ? A : B; });
  Out.add("__nv_ullmax", +[](UL A, UL B) { return A > B ? A : B; });
  Out.add("__nv_ullmin", +[](UL A, UL B) { return A < B ? A : B; });
  Out.add("__nv_popc", +[](U A) { return I(__builtin_popcount(A)); });
  Out.add("__nv_popcll", +[](UL A) { return I(__builtin_popcountll(A)); });
  Out.add("__nv_clz", +[](U A) { return I(A ? __builtin_clz(A) : 32); });
  Out.add("__nv_clzll", +[](UL A) { return I(A ? __builtin_clzll(A) : 64); });
  Out.add("__nv_ffs", +[](U A) { return I(__builtin_ffs(I(A))); });
  Out.add("__nv_ffsll", +[](UL A) { return I(__builtin_ffsll(L(A))); });
  Out.add(
      "__nv_brev", +[](U A) {
        U R = 0;
        for (int N = 0; N < 32; ++N)
          R |= (A >> N & 1) << (31 - N);
        return R;
      });
  Out.add(
      "__nv_brevll", +[](UL A) {
        UL R = 0;
        for (int N = 0; N < 64; ++N)
          R |= (A >> N & 1) << (63 - N);
        return R;
      });
  Out.add(
      "__nv_byte_perm", +[](U A, U B, U S) {
        UL Bytes = UL(B) << 32 | A;
        U R = 0;
        for (int N = 0; N < 4; ++N)
          R |= U(Bytes >> (S >> 4 * N & 7) * 8 & 0xFF) << 8 * N;
        return R;
      });
  Out.add("__nv_mulhi", +[](I A, I B) { return I(L(A) * B >> 32); });
  Out.add("__nv_umulhi", +[](U A, U B) { return U(UL(A) * B >> 32); });
  Out.add("__nv_mul64hi", +[](L A, L B) { return L(__int128(A) * B >> 64); });
  Out.add(
      "__nv_umul64hi",
      +[](UL A, UL B) { return UL((unsigned __int128)A * B >> 64); });
  Out.add(
      "__nv_mul24",
      +[](U A, U B) { return U(L(I(A << 8) >> 8) * (I(B << 8) >> 8)); });
  Out.add(
      "__nv_umul24",
      +[](U A, U B) { return U(UL(A & 0xFFFFFF) * (B & 0xFFFFFF)); });
  Out.add(
      "__nv_sad", +[](I A, I B, U C) {
        return U((A > B ? U(A) - U(B) : U(B) - U(A)) + C);
      });
  Out.add(
      "__nv_usad",
      +[](U A, U B, U C) { return U((A > B ? A - B : B - A) + C); });
  Out.add("__nv_hadd", +[](I A, I B) { return I((L(A) + B) >> 1); });
  Out.add("__nv_rhadd", +[](I A, I B) { return I((L(A) + B + 1) >> 1); });
  Out.add("__nv_uhadd", +[](U A, U B) { return U((UL(A) + B) >> 1); });
  Out.add("__nv_urhadd", +[](U A, U B) { return U((UL(A) + B + 1) >> 1); });
}

/// The same bits under another type.
void addReinterpretation(HostFunctions &Out) {
  auto Same32 = +[](uint32_t A) { return A; };
  auto Same64 = +[](uint64_t A) { return A; };
  for (const char *Name : {"__nv_float_as_int", "__nv_float_as_uint",
                           "__nv_int_as_float", "__nv_uint_as_float"})
    Out.add(Name, Same32);
  for (const char *Name :
       {"__nv_double_as_longlong", "__nv_longlong_as_double"})
    Out.add(Name, Same64);
  Out.add("__nv_double2hiint", +[](uint64_t A) { return uint32_t(A >> 32); });
  Out.add("__nv_double2loint", +[](uint64_t A) { return uint32_t(A); });
  Out.add(
      "__nv_hiloint2double",
      +[](uint32_t High, uint32_t Low) { return uint64_t(High) << 32 | Low; });
  Out.add("__nv_nanf", +[](uint64_t) { return uint32_t(0x7FFFFFFF); });
  Out.add("__nv_nan", +[](uint64_t) { return uint64_t(0xFFF8000000000000); });
  Out.add("__nv_half2float", +[](uint16_t A) { return halfToFloat(A); });
  Out.add("__nv_float2half_rn", +[](float A) { return floatToHalf(A); });
}

HostFunctions allFunctions() {
  HostFunctions Out;
  addUnary(Out);
  addSeveral(Out);
  addFast(Out);
  addClassification(Out);
  addWithPointer(Out);
  addInteger(Out);
  addReinterpretation(Out);
  addRoundedFunctions(Out);
  return Out;
}

} // namespace

bool findMathFunction(const std::string &Name, CallSite &Site) {
  static const HostFunctions All = allFunctions();
  // The C library's own name, where the text has no header that maps it.
  const HostFunctions::Entry *Found = All.find(Name);
  if (!Found && Name.compare(0, 5, "__nv_") != 0)
    Found = All.find("__nv_" + Name);
  if (!Found)
    return false;
  Site.Builtin = Found->Run;
  Site.Host = Found->Fn;
  return true;
}

} // namespace pipeline_rewrite::executor
