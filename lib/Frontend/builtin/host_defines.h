// Spellings of the CUDA attributes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __HOST_DEFINES_H__ // asked for by other headers

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#include "pipeline_rewrite/managed.h"
#if __clang_major__ >= 20
#define __grid_constant__ __attribute__((grid_constant))
#else // which do not know it: isGridConstant() looks for this
#define __grid_constant__ __attribute__((carries_dependency))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
// Clang has no attributes for these; Analyse/Host/LaunchBounds.cpp asks for them.
#define __maxnreg__(...) __attribute__((annotate("__maxnreg__")))
#define __block_size__(...) __attribute__((annotate("__block_size__")))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread
#define __device_builtin__
#define __cudart_builtin__
#define __import__
#define __export__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
