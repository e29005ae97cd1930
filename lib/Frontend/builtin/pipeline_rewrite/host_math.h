// What nvcc declares for the host and clang's wrapper for CUDA does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#if __has_include(<math.h>)
#include <math.h> // isfinite and its like outside namespace std
#endif
#define PR_MIN_MAX_TARGETS __host__
#include "math.h"
