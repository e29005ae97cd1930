// Warp matches, which clang's intrinsics include from a toolkit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#define PR_MATCH(T)                                                            \
  __device__ unsigned int __match_any_sync(unsigned int, T);                   \
  __device__ unsigned int __match_all_sync(unsigned int, T, int *);
PR_MATCH(int)
PR_MATCH(unsigned int)
PR_MATCH(long)
PR_MATCH(unsigned long)
PR_MATCH(long long)
PR_MATCH(unsigned long long)
PR_MATCH(float)
PR_MATCH(double)
#undef PR_MATCH
__device__ void __nanosleep(unsigned int);
