// Half precision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_FP16_H__ // asked for by other headers

#include "cuda_runtime.h"

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  unsigned short __x;
  __half() = default;
  constexpr __host__ __device__ __half(const __half_raw &r) : __x(r.x) {}
  __host__ __device__ __half(float);
  __host__ __device__ __half(double);
  __host__ __device__ __half(short);
  __host__ __device__ __half(unsigned short);
  __host__ __device__ __half(int);
  __host__ __device__ __half(unsigned int);
  __host__ __device__ __half(long);
  __host__ __device__ __half(unsigned long);
  __host__ __device__ __half(long long);
  __host__ __device__ __half(unsigned long long);
  __host__ __device__ __half &operator=(float);
  __host__ __device__ __half &operator=(double);
  __host__ __device__ __half &operator=(int);
  __host__ __device__ operator __half_raw() const;
  __host__ __device__ operator float() const;
  explicit __host__ __device__ operator bool() const;
  explicit __host__ __device__ operator int() const;
  explicit __host__ __device__ operator unsigned int() const;
  explicit __host__ __device__ operator short() const;
  explicit __host__ __device__ operator unsigned short() const;
  explicit __host__ __device__ operator long long() const;
};

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __host__ __device__ __half2(const __half2_raw &);
  __host__ __device__ operator __half2_raw() const;
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
PR_ARITHMETIC(__half)
PR_ARITHMETIC(__half2)
#undef PR_ARITHMETIC

#define PR_UNARY(Name, T) __host__ __device__ T Name(T);
#define PR_BINARY(Name, T) __host__ __device__ T Name(T, T);
#define PR_TERNARY(Name, T) __host__ __device__ T Name(T, T, T);
#define PR_COMPARE(Name, T) __host__ __device__ bool Name(T, T);
#define PR_SCALAR_AND_PAIR(Kind, Name)                                         \
  Kind(Name, __half) Kind(Name##2, __half2)
PR_SCALAR_AND_PAIR(PR_BINARY, __hadd)
PR_SCALAR_AND_PAIR(PR_BINARY, __hsub)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmul)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmin)
PR_SCALAR_AND_PAIR(PR_BINARY, __hmax)
PR_SCALAR_AND_PAIR(PR_TERNARY, __hfma)
PR_SCALAR_AND_PAIR(PR_UNARY, __hneg)
PR_SCALAR_AND_PAIR(PR_UNARY, __habs)
PR_BINARY(__hdiv, __half)
PR_BINARY(__h2div, __half2)
PR_BINARY(__hadd_rn, __half)
PR_BINARY(__hmul_rn, __half)
PR_TERNARY(__hfma_relu, __half)
PR_COMPARE(__heq, __half)
PR_COMPARE(__hne, __half)
PR_COMPARE(__hlt, __half)
PR_COMPARE(__hle, __half)
PR_COMPARE(__hgt, __half)
PR_COMPARE(__hge, __half)
__host__ __device__ bool __hisnan(__half);
__host__ __device__ int __hisinf(__half);
#define PR_FUNCTION(Name) PR_UNARY(h##Name, __half) PR_UNARY(h2##Name, __half2)
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

__host__ __device__ __half __float2half(float);
__host__ __device__ __half __float2half_rn(float);
__host__ __device__ __half __float2half_rz(float);
__host__ __device__ __half __double2half(double);
__host__ __device__ __half __int2half_rn(int);
__host__ __device__ __half __uint2half_rn(unsigned int);
__host__ __device__ __half __short2half_rn(short);
__host__ __device__ __half __ushort_as_half(unsigned short);
__host__ __device__ __half __short_as_half(short);
__host__ __device__ float __half2float(__half);
__host__ __device__ int __half2int_rn(__half);
__host__ __device__ int __half2int_rz(__half);
__host__ __device__ unsigned int __half2uint_rn(__half);
__host__ __device__ unsigned short __half_as_ushort(__half);
__host__ __device__ short __half_as_short(__half);
__host__ __device__ __half2 __float2half2_rn(float);
__host__ __device__ __half2 __floats2half2_rn(float, float);
__host__ __device__ __half2 __float22half2_rn(float2);
__host__ __device__ float2 __half22float2(__half2);
__host__ __device__ __half2 __half2half2(__half);
__host__ __device__ __half2 __halves2half2(__half, __half);
__host__ __device__ __half2 __lows2half2(__half2, __half2);
__host__ __device__ __half2 __highs2half2(__half2, __half2);
__host__ __device__ __half2 __low2half2(__half2);
__host__ __device__ __half2 __high2half2(__half2);
__host__ __device__ __half2 __lowhigh2highlow(__half2);
__host__ __device__ __half __low2half(__half2);
__host__ __device__ __half __high2half(__half2);
__host__ __device__ float __low2float(__half2);
__host__ __device__ float __high2float(__half2);
__host__ __device__ __half2 make_half2(__half, __half);

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
PR_SHARED_BY_BOTH(__half)
PR_SHARED_BY_BOTH(__half2)
#undef PR_SHARED_BY_BOTH

#define PR_T __half
#define PR_T2 __half2
#define PR_RAW __half_raw
#define PR_RAW2 __half2_raw
#define PR_NATIVE _Float16
#include "pipeline_rewrite/narrow_bodies.h"
PR_FN __half __float2half(float a) { return PR_NARROW(a); }
PR_FN __half __float2half_rn(float a) { return PR_NARROW(a); }
PR_FN __half __float2half_rz(float a) {
  __half r;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(a));
  return r;
}
PR_FN __half __double2half(double a) { return PR_NARROW((float)a); }
PR_FN __half __int2half_rn(int a) { return PR_NARROW((float)a); }
PR_FN __half __uint2half_rn(unsigned int a) { return PR_NARROW((float)a); }
PR_FN __half __short2half_rn(short a) { return PR_NARROW((float)a); }
PR_FN __half __ushort_as_half(unsigned short a) { return __half_raw{a}; }
PR_FN __half __short_as_half(short a) { return __half_raw{(unsigned short)a}; }
PR_FN float __half2float(__half a) { return __pr_wide(a); }
PR_FN int __half2int_rn(__half a) { return __nv_float2int_rn(__pr_wide(a)); }
PR_FN int __half2int_rz(__half a) { return __nv_float2int_rz(__pr_wide(a)); }
PR_FN unsigned int __half2uint_rn(__half a) { return __nv_float2uint_rn(__pr_wide(a)); }
PR_FN unsigned short __half_as_ushort(__half a) { return a.__x; }
PR_FN short __half_as_short(__half a) { return (short)a.__x; }
PR_FN __half2 __float2half2_rn(float a) { return __half2(PR_NARROW(a), PR_NARROW(a)); }
PR_FN __half2 __floats2half2_rn(float a, float b) { return __half2(PR_NARROW(a), PR_NARROW(b)); }
PR_FN __half2 __float22half2_rn(float2 a) { return __half2(PR_NARROW(a.x), PR_NARROW(a.y)); }
PR_FN float2 __half22float2(__half2 a) { return {__pr_wide(a.x), __pr_wide(a.y)}; }
PR_FN __half2 __half2half2(__half a) { return __half2(a, a); }
PR_FN __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
PR_FN __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
PR_FN __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
PR_FN __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
PR_FN __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
PR_FN __half __low2half(__half2 a) { return a.x; }
PR_FN __half __high2half(__half2 a) { return a.y; }
PR_FN __half2 make_half2(__half a, __half b) { return __half2(a, b); }
#undef PR_NARROW
#undef PR_FN
#undef PR_NATIVE
#undef PR_RAW2
#undef PR_RAW
#undef PR_T2
#undef PR_T

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
