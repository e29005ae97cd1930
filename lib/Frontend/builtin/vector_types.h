// The vector types of CUDA C++, with their sizes and alignments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __VECTOR_TYPES_H__ // asked for by other headers

#include "host_defines.h"

// Natural alignment for one and three components; two and four as the tables of
// the CUDA C++ Programming Guide, "Built-in Vector Types", say.
#define PR_VECTOR(Element, Name, Align2, Align4)                               \
  struct Name##1 {                                                             \
    Element x;                                                                 \
  };                                                                           \
  struct __align__(Align2) Name##2 {                                           \
    Element x, y;                                                              \
  };                                                                           \
  struct Name##3 {                                                             \
    Element x, y, z;                                                           \
  };                                                                           \
  struct __align__(Align4) Name##4 {                                           \
    Element x, y, z, w;                                                        \
  };

PR_VECTOR(signed char, char, 2, 4)
PR_VECTOR(unsigned char, uchar, 2, 4)
PR_VECTOR(short, short, 4, 8)
PR_VECTOR(unsigned short, ushort, 4, 8)
PR_VECTOR(int, int, 8, 16)
PR_VECTOR(unsigned int, uint, 8, 16)
PR_VECTOR(long, long, 16, 16)
PR_VECTOR(unsigned long, ulong, 16, 16)
PR_VECTOR(long long, longlong, 16, 16)
PR_VECTOR(unsigned long long, ulonglong, 16, 16)
PR_VECTOR(float, float, 8, 16)
PR_VECTOR(double, double, 16, 16)
#undef PR_VECTOR

#define PR_WIDE_VECTOR(Element, Name)                                          \
  struct __align__(16) Name##_16a {                                            \
    Element x, y, z, w;                                                        \
  };                                                                           \
  struct __align__(32) Name##_32a {                                            \
    Element x, y, z, w;                                                        \
  };

PR_WIDE_VECTOR(long, long4)
PR_WIDE_VECTOR(unsigned long, ulong4)
PR_WIDE_VECTOR(long long, longlong4)
PR_WIDE_VECTOR(unsigned long long, ulonglong4)
PR_WIDE_VECTOR(double, double4)
#undef PR_WIDE_VECTOR

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int x = 1, unsigned int y = 1,
                                     unsigned int z = 1)
      : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};
