// Behind clang's wrapper for CUDA.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header

#pragma pop_macro("__CUDACC_EXTENDED_LAMBDA__")
#include "managed.h"
#if __clang_major__ < 20 // as in ../host_defines.h
#undef __grid_constant__
#define __grid_constant__ __attribute__((carries_dependency))
#endif
