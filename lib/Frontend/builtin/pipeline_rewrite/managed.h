// nvcc's __managed__ makes a variable of the device by itself; clang knows the
// attribute of that name for HIP alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#undef __managed__
#define __managed__ __attribute__((device))
