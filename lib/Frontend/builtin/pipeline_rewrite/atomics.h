// Atomic functions on global and shared memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// Of compare-and-swap loops and of __atomic built-ins, which clang has for every
// type; the order is relaxed, the scope that of the system: the strongest one.
#define PR_ATOMIC_BODY(Name, T, Expression)                                    \
  __device__ inline T Name(T *p, T v) { return Expression; }
#define PR_ATOMIC(Name, T, Expression)                                         \
  PR_ATOMIC_BODY(Name, T, Expression)                                          \
  PR_ATOMIC_BODY(Name##_block, T, Expression)                                  \
  PR_ATOMIC_BODY(Name##_system, T, Expression)
#define PR_FETCH(Name, Operation, T)                                           \
  PR_ATOMIC(Name, T, __atomic_fetch_##Operation(p, v, __ATOMIC_RELAXED))
#define PR_FETCH_INTEGER(Name, Operation)                                      \
  PR_FETCH(Name, Operation, int)                                               \
  PR_FETCH(Name, Operation, unsigned int)                                      \
  PR_FETCH(Name, Operation, unsigned long long)
PR_FETCH_INTEGER(atomicAdd, add)
PR_FETCH_INTEGER(atomicMin, min)
PR_FETCH_INTEGER(atomicMax, max)
PR_FETCH_INTEGER(atomicAnd, and)
PR_FETCH_INTEGER(atomicOr, or)
PR_FETCH_INTEGER(atomicXor, xor)
PR_FETCH(atomicMin, min, long long)
PR_FETCH(atomicMax, max, long long)
PR_FETCH(atomicSub, sub, int)
PR_FETCH(atomicSub, sub, unsigned int)
PR_FETCH(atomicAdd, add, float)
PR_FETCH(atomicAdd, add, double)
#define PR_EXCHANGE(T)                                                         \
  PR_ATOMIC(atomicExch, T, __atomic_exchange_n(p, v, __ATOMIC_RELAXED))
PR_EXCHANGE(int)
PR_EXCHANGE(unsigned int)
PR_EXCHANGE(unsigned long long)
PR_ATOMIC(atomicExch, float,
          __builtin_bit_cast(float, __atomic_exchange_n((unsigned int *)p,
                                                        __builtin_bit_cast(unsigned int, v),
                                                        __ATOMIC_RELAXED)))
PR_ATOMIC(atomicInc, unsigned int, __nvvm_atom_inc_gen_ui(p, v))
PR_ATOMIC(atomicDec, unsigned int, __nvvm_atom_dec_gen_ui(p, v))
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900 // elsewhere clang has them
PR_ATOMIC(atomicAdd, float2, (float2{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)}))
PR_ATOMIC(atomicAdd, float4,
          (float4{atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z),
                  atomicAdd(&p->w, v.w)}))
#endif
#define PR_CAS_BODY(Name, T)                                                   \
  __device__ inline T Name(T *p, T compare, T v) {                             \
    __atomic_compare_exchange_n(p, &compare, v, false, __ATOMIC_RELAXED,       \
                                __ATOMIC_RELAXED);                             \
    return compare;                                                            \
  }
#define PR_ATOMIC_CAS(T)                                                       \
  PR_CAS_BODY(atomicCAS, T)                                                    \
  PR_CAS_BODY(atomicCAS_block, T)                                              \
  PR_CAS_BODY(atomicCAS_system, T)
PR_ATOMIC_CAS(int)
PR_ATOMIC_CAS(unsigned int)
PR_ATOMIC_CAS(unsigned short)
PR_ATOMIC_CAS(unsigned long long)
#undef PR_ATOMIC_CAS
#undef PR_CAS_BODY
#undef PR_EXCHANGE
#undef PR_FETCH_INTEGER
#undef PR_FETCH
#undef PR_ATOMIC
#undef PR_ATOMIC_BODY
