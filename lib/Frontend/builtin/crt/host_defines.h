// Spellings of the CUDA attributes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "../host_defines.h"
