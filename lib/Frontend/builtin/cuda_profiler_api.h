// Everything it would declare is declared already.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cuda_runtime.h"
