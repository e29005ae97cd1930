// Declared with the rest of cooperative groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "../cooperative_groups.h"
