// cp.async as C functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include <stddef.h>

// CUDA C++ Programming Guide, "Pipeline Primitives Interface".
__device__ void __pipeline_memcpy_async(void *dst_shared, const void *src_global,
                                        size_t size_and_align, size_t zfill = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t prior);
__device__ void __pipeline_arrive_on(unsigned long long *barrier);
