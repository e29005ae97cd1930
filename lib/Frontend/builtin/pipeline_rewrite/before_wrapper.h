// In front of clang's wrapper for CUDA. Under nvcc's --extended-lambda
// cuda_runtime.h includes <functional>, and with it clang's operator new for
// devices, before the wrapper has declared their malloc: nvcc_includes.h includes
// it instead.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header

#pragma push_macro("__CUDACC_EXTENDED_LAMBDA__")
#undef __CUDACC_EXTENDED_LAMBDA__

#include "plain_cmath.h"
