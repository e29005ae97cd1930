// make_float4 and its kin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __VECTOR_FUNCTIONS_H__ // asked for by other headers

#include "vector_types.h"

#define PR_MAKE(Element, Name)                                                 \
  static inline __host__ __device__ Name##1 make_##Name##1(Element x) {        \
    return {x};                                                                \
  }                                                                            \
  static inline __host__ __device__ Name##2 make_##Name##2(Element x,          \
                                                           Element y) {        \
    return {x, y};                                                             \
  }                                                                            \
  static inline __host__ __device__ Name##3 make_##Name##3(                    \
      Element x, Element y, Element z) {                                       \
    return {x, y, z};                                                          \
  }                                                                            \
  static inline __host__ __device__ Name##4 make_##Name##4(                    \
      Element x, Element y, Element z, Element w) {                            \
    return {x, y, z, w};                                                       \
  }

PR_MAKE(signed char, char)
PR_MAKE(unsigned char, uchar)
PR_MAKE(short, short)
PR_MAKE(unsigned short, ushort)
PR_MAKE(int, int)
PR_MAKE(unsigned int, uint)
PR_MAKE(long, long)
PR_MAKE(unsigned long, ulong)
PR_MAKE(long long, longlong)
PR_MAKE(unsigned long long, ulonglong)
PR_MAKE(float, float)
PR_MAKE(double, double)
#undef PR_MAKE
