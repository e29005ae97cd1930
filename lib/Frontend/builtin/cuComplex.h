// Complex numbers as pairs, and their arithmetic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "vector_functions.h"
#include <math.h>

#define PR_COMPLEX(Name, Pair, Part, F, Abs)                                   \
  typedef Pair Name;                                                           \
  static inline __host__ __device__ Part cuCreal##F(Name x) { return x.x; }    \
  static inline __host__ __device__ Part cuCimag##F(Name x) { return x.y; }    \
  static inline __host__ __device__ Name make_##Name(Part r, Part i) {         \
    return make_##Pair(r, i);                                                  \
  }                                                                            \
  static inline __host__ __device__ Name cuConj##F(Name x) {                   \
    return make_##Name(x.x, -x.y);                                             \
  }                                                                            \
  static inline __host__ __device__ Name cuCadd##F(Name x, Name y) {           \
    return make_##Name(x.x + y.x, x.y + y.y);                                  \
  }                                                                            \
  static inline __host__ __device__ Name cuCsub##F(Name x, Name y) {           \
    return make_##Name(x.x - y.x, x.y - y.y);                                  \
  }                                                                            \
  static inline __host__ __device__ Name cuCmul##F(Name x, Name y) {           \
    return make_##Name(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);          \
  }                                                                            \
  static inline __host__ __device__ Name cuCdiv##F(Name x, Name y) {           \
    const Part s = 1 / (Abs(y.x) + Abs(y.y));                                  \
    const Part u = y.x * s, v = y.y * s, d = 1 / (u * u + v * v);              \
    return make_##Name((x.x * s * u + x.y * s * v) * d,                        \
                       (x.y * s * u - x.x * s * v) * d);                       \
  }                                                                            \
  static inline __host__ __device__ Part cuCabs##F(Name x) {                   \
    return hypot##F(x.x, x.y);                                                 \
  }                                                                            \
  static inline __host__ __device__ Name cuCfma##F(Name x, Name y, Name d) {   \
    return make_##Name(x.x * y.x + d.x - x.y * y.y,                            \
                       x.x * y.y + d.y + x.y * y.x);                           \
  }

PR_COMPLEX(cuFloatComplex, float2, float, f, fabsf)
PR_COMPLEX(cuDoubleComplex, double2, double, , fabs)
#undef PR_COMPLEX

typedef cuFloatComplex cuComplex;
static inline __host__ __device__ cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}
static inline __host__ __device__ cuDoubleComplex
cuComplexFloatToDouble(cuFloatComplex x) {
  return make_cuDoubleComplex(x.x, x.y);
}
static inline __host__ __device__ cuFloatComplex
cuComplexDoubleToFloat(cuDoubleComplex x) {
  return make_cuFloatComplex(x.x, x.y);
}
