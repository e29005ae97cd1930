// Asynchronous barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cuda_awbarrier_primitives.h"
