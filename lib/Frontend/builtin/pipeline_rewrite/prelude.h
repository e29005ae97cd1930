// Force-included where no CUDA toolkit is in use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// The order is that of clang's own wrapper for CUDA: math functions of the device
// are announced before the host's <cmath>, and defined after it. Built-in
// variables, warp functions and device math come from clang's headers, so that
// the syntax tree is the same as with a toolkit.
#define __CUDACC__ 1

#include <__clang_cuda_math_forward_declares.h>

#include "../cuda.h" // CUDA_VERSION
#include "nvcc_includes.h"
#include "plain_cmath.h"
#if __has_include(<cstdlib>)
#include <climits>
#include <cmath>
#include <cstdlib>
#include <math.h>
#else // no C library: what clang's headers of device math use of it
#include <limits.h>
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#endif
#include <stddef.h>

#include "../host_defines.h"
#include "../vector_functions.h"
#include <__clang_cuda_builtin_vars.h>

#pragma push_macro("__forceinline__")
#define __forceinline__ __device__ __inline__ __attribute__((always_inline))
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#pragma pop_macro("__forceinline__")

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute((nothrow));
__device__ void *malloc(size_t) __attribute((nothrow)) __attribute__((malloc));
__device__ void __assertfail(const char *, const char *, unsigned int, const char *,
                             size_t);
__device__ static inline void __assert_fail(const char *message, const char *file,
                                            unsigned int line, const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

#define PR_BUILTIN_VARIABLE(Type)                                              \
  __device__ inline Type::operator dim3() const { return dim3(x, y, z); }      \
  __device__ inline Type::operator uint3() const { return {x, y, z}; }
PR_BUILTIN_VARIABLE(__cuda_builtin_threadIdx_t)
PR_BUILTIN_VARIABLE(__cuda_builtin_blockIdx_t)
PR_BUILTIN_VARIABLE(__cuda_builtin_blockDim_t)
PR_BUILTIN_VARIABLE(__cuda_builtin_gridDim_t)
#undef PR_BUILTIN_VARIABLE

#if __has_include(<cstdlib>)
#include <__clang_cuda_cmath.h>
#endif
#include "intrinsics.h" // clang's build on them from sm_90 on
#include <__clang_cuda_intrinsics.h>

#include "atomics.h"
#include "math.h"

// nvcc includes it in every CUDA source.
#include "../cuda_runtime.h"
