// bfloat16.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_BF16_H__ // asked for by other headers

#include "cuda_runtime.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

struct __align__(2) __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  constexpr __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &r) : __x(r.x) {}
  __host__ __device__ __nv_bfloat16(float);
  __host__ __device__ __nv_bfloat16(double);
  __host__ __device__ __nv_bfloat16(short);
  __host__ __device__ __nv_bfloat16(unsigned short);
  __host__ __device__ __nv_bfloat16(int);
  __host__ __device__ __nv_bfloat16(unsigned int);
  __host__ __device__ __nv_bfloat16(long);
  __host__ __device__ __nv_bfloat16(unsigned long);
  __host__ __device__ __nv_bfloat16(long long);
  __host__ __device__ __nv_bfloat16(unsigned long long);
  __host__ __device__ __nv_bfloat16 &operator=(float);
  __host__ __device__ __nv_bfloat16 &operator=(double);
  __host__ __device__ __nv_bfloat16 &operator=(int);
  __host__ __device__ operator __nv_bfloat16_raw() const;
  __host__ __device__ operator float() const;
  explicit __host__ __device__ operator bool() const;
  explicit __host__ __device__ operator int() const;
  explicit __host__ __device__ operator unsigned int() const;
  explicit __host__ __device__ operator short() const;
  explicit __host__ __device__ operator unsigned short() const;
  explicit __host__ __device__ operator long long() const;
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &);
  __host__ __device__ operator __nv_bfloat162_raw() const;
};

#define PR_ARITHMETIC(T)                                                       \
  __host__ __device__ T operator+(const T &, const T &);                       \
  __host__ __device__ T operator-(const T &, const T &);                       \
  __host__ __device__ T operator*(const T &, const T &);                       \
  __host__ __device__ T operator/(const T &, const T &);                       \
  __host__ __device__ T &operator+=(T &, const T &);                           \
  __host__ __device__ T &operator-=(T &, const T &);                           \
  __host__ __device__ T &operator*=(T &, const T &);                           \
  __host__ __device__ T &operator/=(T &, const T &);                           \
  __host__ __device__ T operator+(const T &);                                  \
  __host__ __device__ T operator-(const T &);                                  \
  __host__ __device__ T &operator++(T &);                                      \
  __host__ __device__ T &operator--(T &);                                      \
  __host__ __device__ bool operator==(const T &, const T &);                   \
  __host__ __device__ bool operator!=(const T &, const T &);                   \
  __host__ __device__ bool operator<(const T &, const T &);                    \
  __host__ __device__ bool operator>(const T &, const T &);                    \
  __host__ __device__ bool operator<=(const T &, const T &);                   \
  __host__ __device__ bool operator>=(const T &, const T &);
PR_ARITHMETIC(__nv_bfloat16)
PR_ARITHMETIC(__nv_bfloat162)
#undef PR_ARITHMETIC

#define PR_UNARY(Name, T) __host__ __device__ T Name(T);
#define PR_BINARY(Name, T) __host__ __device__ T Name(T, T);
#define PR_TERNARY(Name, T) __host__ __device__ T Name(T, T, T);
#define PR_COMPARE(Name, T) __host__ __device__ bool Name(T, T);
#define PR_SCALAR_AND_PAIR(Kind, Name)                                         \
  Kind(Name, __nv_bfloat16) Kind(Name##2, __nv_bfloat162)
PR_SCALAR_AND_PAIR(PR_BINARY, __hadd)
PR_SCALAR_AND_PAIR(PR_BINARY, __hsub)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmul)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmin)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmax)
PR_SCALAR_AND_PAIR(PR_TERNARY, __hfma)
PR_SCALAR_AND_PAIR(PR_UNARY, __hneg)
PR_SCALAR_AND_PAIR(PR_UNARY, __habs)
PR_BINARY(__hdiv, __nv_bfloat16)
PR_BINARY(__h2div, __nv_bfloat162)
PR_BINARY(__hadd_rn, __nv_bfloat16)
PR_BINARY(__hmul_rn, __nv_bfloat16)
PR_TERNARY(__hfma_relu, __nv_bfloat16)
PR_COMPARE(__heq, __nv_bfloat16)
PR_COMPARE(__hne, __nv_bfloat16)
PR_COMPARE(__hlt, __nv_bfloat16)
PR_COMPARE(__hle, __nv_bfloat16)
PR_COMPARE(__hgt, __nv_bfloat16)
PR_COMPARE(__hge, __nv_bfloat16)
__host__ __device__ bool __hisnan(__nv_bfloat16);
__host__ __device__ int __hisinf(__nv_bfloat16);
#define PR_FUNCTION(Name) PR_UNARY(h##Name, __nv_bfloat16) PR_UNARY(h2##Name, __nv_bfloat162)
PR_FUNCTION(exp)
PR_FUNCTION(exp2)
PR_FUNCTION(log)
PR_FUNCTION(log2)
PR_FUNCTION(sqrt)
PR_FUNCTION(rsqrt)
PR_FUNCTION(rcp)
PR_FUNCTION(sin)
PR_FUNCTION(cos)
PR_FUNCTION(ceil)
PR_FUNCTION(floor)
PR_FUNCTION(rint)
PR_FUNCTION(trunc)
#undef PR_FUNCTION
#undef PR_SCALAR_AND_PAIR
#undef PR_COMPARE
#undef PR_TERNARY
#undef PR_BINARY
#undef PR_UNARY

__host__ __device__ __nv_bfloat16 __float2bfloat16(float);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rz(float);
__host__ __device__ __nv_bfloat16 __double2bfloat16(double);
__host__ __device__ __nv_bfloat16 __int2bfloat16_rn(int);
__host__ __device__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int);
__host__ __device__ __nv_bfloat16 __short2bfloat16_rn(short);
__host__ __device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short);
__host__ __device__ __nv_bfloat16 __short_as_bfloat16(short);
__host__ __device__ float __bfloat162float(__nv_bfloat16);
__host__ __device__ int __bfloat162int_rn(__nv_bfloat16);
__host__ __device__ int __bfloat162int_rz(__nv_bfloat16);
__host__ __device__ unsigned int __bfloat162uint_rn(__nv_bfloat16);
__host__ __device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16);
__host__ __device__ short __bfloat16_as_short(__nv_bfloat16);
__host__ __device__ __nv_bfloat162 __float2bfloat162_rn(float);
__host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float, float);
__host__ __device__ __nv_bfloat162 __float22bfloat162_rn(float2);
__host__ __device__ float2 __bfloat1622float2(__nv_bfloat162);
__host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__host__ __device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__host__ __device__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162, __nv_bfloat162);
__host__ __device__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162, __nv_bfloat162);
__host__ __device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162);
__host__ __device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162);
__host__ __device__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162);
__host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162);
__host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__host__ __device__ float __low2float(__nv_bfloat162);
__host__ __device__ float __high2float(__nv_bfloat162);
__host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);

#define PR_SHARED_BY_BOTH(T)                                                   \
  __device__ T __ldg(const T *);                                               \
  __device__ T __ldcg(const T *);                                              \
  __device__ T __ldca(const T *);                                              \
  __device__ T __ldcs(const T *);                                              \
  __device__ void __stcg(T *, T);                                              \
  __device__ void __stcs(T *, T);                                              \
  __device__ T atomicAdd(T *, T);                                              \
  __device__ T __shfl_sync(unsigned int, T, int, int = 32);                    \
  __device__ T __shfl_up_sync(unsigned int, T, unsigned int, int = 32);        \
  __device__ T __shfl_down_sync(unsigned int, T, unsigned int, int = 32);      \
  __device__ T __shfl_xor_sync(unsigned int, T, int, int = 32);
PR_SHARED_BY_BOTH(__nv_bfloat16)
PR_SHARED_BY_BOTH(__nv_bfloat162)
#undef PR_SHARED_BY_BOTH

#define PR_T __nv_bfloat16
#define PR_T2 __nv_bfloat162
#define PR_RAW __nv_bfloat16_raw
#define PR_RAW2 __nv_bfloat162_raw
#define PR_NATIVE __bf16
#include "pipeline_rewrite/narrow_bodies.h"
PR_FN __nv_bfloat16 __float2bfloat16(float a) { return PR_NARROW(a); }
PR_FN __nv_bfloat16 __float2bfloat16_rn(float a) { return PR_NARROW(a); }
PR_FN __nv_bfloat16 __float2bfloat16_rz(float a) {
  return __nv_bfloat16_raw{(unsigned short)(__nv_float_as_uint(a) >> 16)};
}
PR_FN __nv_bfloat16 __double2bfloat16(double a) { return PR_NARROW((float)a); }
PR_FN __nv_bfloat16 __int2bfloat16_rn(int a) { return PR_NARROW((float)a); }
PR_FN __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) { return PR_NARROW((float)a); }
PR_FN __nv_bfloat16 __short2bfloat16_rn(short a) { return PR_NARROW((float)a); }
PR_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __nv_bfloat16_raw{a}; }
PR_FN __nv_bfloat16 __short_as_bfloat16(short a) {
  return __nv_bfloat16_raw{(unsigned short)a};
}
PR_FN float __bfloat162float(__nv_bfloat16 a) { return __pr_wide(a); }
PR_FN int __bfloat162int_rn(__nv_bfloat16 a) { return __nv_float2int_rn(__pr_wide(a)); }
PR_FN int __bfloat162int_rz(__nv_bfloat16 a) { return __nv_float2int_rz(__pr_wide(a)); }
PR_FN unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
  return __nv_float2uint_rn(__pr_wide(a));
}
PR_FN unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
PR_FN short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
PR_FN __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(PR_NARROW(a), PR_NARROW(a));
}
PR_FN __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(PR_NARROW(a), PR_NARROW(b));
}
PR_FN __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(PR_NARROW(a.x), PR_NARROW(a.y));
}
PR_FN float2 __bfloat1622float2(__nv_bfloat162 a) { return {__pr_wide(a.x), __pr_wide(a.y)}; }
PR_FN __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
PR_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
PR_FN __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x, b.x);
}
PR_FN __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.y, b.y);
}
PR_FN __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
PR_FN __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
PR_FN __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
PR_FN __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
PR_FN __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
#undef PR_NARROW
#undef PR_FN
#undef PR_NATIVE
#undef PR_RAW2
#undef PR_RAW
#undef PR_T2
#undef PR_T

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
