// Half precision.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_FP16_H__ // asked for by other headers

#include "cuda_runtime.h"

#define PR_T __half
#define PR_T2 __half2
#define PR_RAW __half_raw
#define PR_RAW2 __half2_raw
#define PR_WORD half
#define PR_WORD2 half2
#define PR_NATIVE _Float16
#include "pipeline_rewrite/narrow_floats.h"
PR_FN __half __float2half_rz(float a) {
  __half r;
  asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r.__x) : "f"(a));
  return r;
}
#undef PR_NARROW
#undef PR_FN
#undef PR_NATIVE
#undef PR_WORD2
#undef PR_WORD
#undef PR_RAW2
#undef PR_RAW
#undef PR_T2
#undef PR_T

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
