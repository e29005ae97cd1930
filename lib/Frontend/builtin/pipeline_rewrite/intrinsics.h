// Intrinsics that a toolkit declares and clang does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// Address spaces: PTX ISA, "isspacep" and "cvta".
#define PR_SPACE(Upper, Lower)                                                 \
  __device__ inline unsigned int __is##Upper(const void *p) {                  \
    return __nvvm_isspacep_##Lower(p);                                         \
  }
PR_SPACE(Global, global)
PR_SPACE(Shared, shared)
PR_SPACE(Constant, const)
PR_SPACE(Local, local)
#undef PR_SPACE
#define PR_CONVERT(Name, Number)                                               \
  __device__ inline size_t __cvta_generic_to_##Name(const void *p) {           \
    return (size_t)(__attribute__((address_space(Number))) const void *)p;     \
  }                                                                            \
  __device__ inline void *__cvta_##Name##_to_generic(size_t a) {               \
    return (void *)(__attribute__((address_space(Number))) void *)a;           \
  }
PR_CONVERT(global, 1)
PR_CONVERT(shared, 3)
PR_CONVERT(constant, 4)
PR_CONVERT(local, 5)
#undef PR_CONVERT

// Integer dot products of compute capability 6.1.
#define PR_DOT(Name, Op, Sign, Type)                                           \
  __device__ inline Type Name(Type a, Type b, Type c) {                        \
    Type d;                                                                    \
    asm(Op "." Sign "." Sign " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
    return d;                                                                  \
  }
PR_DOT(__dp4a, "dp4a", "s32", int)
PR_DOT(__dp4a, "dp4a", "u32", unsigned int)
PR_DOT(__dp2a_lo, "dp2a.lo", "s32", int)
PR_DOT(__dp2a_lo, "dp2a.lo", "u32", unsigned int)
PR_DOT(__dp2a_hi, "dp2a.hi", "s32", int)
#undef PR_DOT
#define PR_DOT_OF(Name, A, B, Type)                                            \
  __device__ inline Type Name(A a, B b, Type c) {                              \
    return Name(__builtin_bit_cast(Type, a), __builtin_bit_cast(Type, b), c);  \
  }
PR_DOT_OF(__dp4a, char4, char4, int)
PR_DOT_OF(__dp4a, uchar4, uchar4, unsigned int)
PR_DOT_OF(__dp2a_lo, short2, char4, int)
PR_DOT_OF(__dp2a_hi, short2, char4, int)
#undef PR_DOT_OF
