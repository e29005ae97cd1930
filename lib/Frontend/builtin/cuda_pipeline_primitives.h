// cp.async as C functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include <stddef.h>

// CUDA C++ Programming Guide, "Pipeline Primitives Interface".
__device__ inline void __pipeline_memcpy_async(void *dst_shared, const void *src_global,
                                               size_t size_and_align, size_t zfill = 0) {
#if __CUDA_ARCH__ >= 800
  size_t to = (size_t)(__attribute__((address_space(3))) void *)dst_shared;
  unsigned int target = (unsigned int)to, bytes = (unsigned int)(size_and_align - zfill);
  switch (size_and_align) {
  case 4:
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(target),
                 "l"(src_global), "r"(bytes)
                 : "memory");
    break;
  case 8:
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(target),
                 "l"(src_global), "r"(bytes)
                 : "memory");
    break;
  case 16:
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target),
                 "l"(src_global), "r"(bytes)
                 : "memory");
    break;
  default:
    __builtin_trap();
  }
#else
  for (size_t n = 0; n < size_and_align; ++n)
    ((char *)dst_shared)[n] =
        n < size_and_align - zfill ? ((const char *)src_global)[n] : 0;
#endif
}
__device__ inline void __pipeline_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// The instruction takes a constant.
__device__ inline void __pipeline_wait_prior(size_t prior) {
#if __CUDA_ARCH__ >= 800
#define PR_WAIT(N)                                                             \
  case N:                                                                      \
    asm volatile("cp.async.wait_group " #N ";" ::: "memory");                  \
    break;
  switch (prior) {
    PR_WAIT(0)
    PR_WAIT(1)
    PR_WAIT(2)
    PR_WAIT(3)
    PR_WAIT(4)
    PR_WAIT(5)
    PR_WAIT(6)
    PR_WAIT(7)
  default:
    asm volatile("cp.async.wait_group 8;" ::: "memory");
  }
#undef PR_WAIT
#endif
}
__device__ inline void __pipeline_arrive_on(unsigned long long *barrier) {
#if __CUDA_ARCH__ >= 800
  size_t at = (size_t)(__attribute__((address_space(3))) void *)barrier;
  asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"((unsigned int)at)
               : "memory");
#endif
}
