// bfloat16.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_BF16_H__ // asked for by other headers

#include "cuda_runtime.h"

#define PR_T __nv_bfloat16
#define PR_T2 __nv_bfloat162
#define PR_RAW __nv_bfloat16_raw
#define PR_RAW2 __nv_bfloat162_raw
#define PR_WORD bfloat16
#define PR_WORD2 bfloat162
#define PR_NATIVE __bf16
#include "pipeline_rewrite/narrow_floats.h"
PR_FN __nv_bfloat16 __float2bfloat16_rz(float a) {
  return __nv_bfloat16_raw{(unsigned short)(__nv_float_as_uint(a) >> 16)};
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

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
