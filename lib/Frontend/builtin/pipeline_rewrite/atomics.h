// Atomic functions on global and shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#define PR_ATOMIC(Name, T)                                                     \
  __device__ T Name(T *, T);                                                   \
  __device__ T Name##_block(T *, T);                                           \
  __device__ T Name##_system(T *, T);
#define PR_ATOMIC_INTEGER(Name)                                                \
  PR_ATOMIC(Name, int)                                                         \
  PR_ATOMIC(Name, unsigned int)                                                \
  PR_ATOMIC(Name, unsigned long long)
#define PR_ATOMIC_CAS(T)                                                       \
  __device__ T atomicCAS(T *, T, T);                                           \
  __device__ T atomicCAS_block(T *, T, T);                                     \
  __device__ T atomicCAS_system(T *, T, T);

PR_ATOMIC_INTEGER(atomicAdd)
PR_ATOMIC_INTEGER(atomicExch)
PR_ATOMIC_INTEGER(atomicMin)
PR_ATOMIC_INTEGER(atomicMax)
PR_ATOMIC_INTEGER(atomicAnd)
PR_ATOMIC_INTEGER(atomicOr)
PR_ATOMIC_INTEGER(atomicXor)
PR_ATOMIC(atomicMin, long long)
PR_ATOMIC(atomicMax, long long)
PR_ATOMIC(atomicSub, int)
PR_ATOMIC(atomicSub, unsigned int)
PR_ATOMIC(atomicInc, unsigned int)
PR_ATOMIC(atomicDec, unsigned int)
PR_ATOMIC(atomicAdd, float)
PR_ATOMIC(atomicAdd, double)
PR_ATOMIC(atomicAdd, float2)
PR_ATOMIC(atomicAdd, float4)
PR_ATOMIC(atomicExch, float)
PR_ATOMIC_CAS(int)
PR_ATOMIC_CAS(unsigned int)
PR_ATOMIC_CAS(unsigned short)
PR_ATOMIC_CAS(unsigned long long)
#undef PR_ATOMIC_CAS
#undef PR_ATOMIC_INTEGER
#undef PR_ATOMIC
