// What nvcc's cuda_runtime.h includes and clang's wrapper for CUDA does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cache_hints.h"

#if __has_include(<assert.h>)
#include <assert.h>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<time.h>)
#include <time.h>
#endif
// <new> itself is always found: clang wraps it for CUDA.
#if __has_include(<cstdlib>)
#include <new>
#endif
#if defined(__CUDACC_EXTENDED_LAMBDA__) && __has_include(<functional>)
#include <functional>
#include <utility>
#endif
