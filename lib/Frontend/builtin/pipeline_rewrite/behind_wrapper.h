// Behind clang's wrapper for CUDA.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header

#pragma pop_macro("__CUDACC_EXTENDED_LAMBDA__")
#include "managed.h"
