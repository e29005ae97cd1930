// Asynchronous copies of any length, by all threads of a group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "../cuda_pipeline_primitives.h"

// In the widest pieces that addresses and length are multiples of; bytes that no
// piece can hold are copied at once.
__device__ inline void __pr_copy(unsigned int rank, unsigned int threads, void *to,
                                 const void *from, size_t bytes) {
  size_t all = (size_t)to | (size_t)from | bytes;
  size_t width = all % 16 == 0 ? 16 : all % 8 == 0 ? 8 : all % 4 == 0 ? 4 : 1;
  for (size_t n = rank * width; n < bytes; n += threads * width) {
    if (width == 1)
      ((char *)to)[n] = ((const char *)from)[n];
    else if (width == 4)
      __pipeline_memcpy_async((char *)to + n, (const char *)from + n, 4);
    else if (width == 8)
      __pipeline_memcpy_async((char *)to + n, (const char *)from + n, 8);
    else
      __pipeline_memcpy_async((char *)to + n, (const char *)from + n, 16);
  }
}
