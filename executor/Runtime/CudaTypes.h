//===- Runtime/CudaTypes.h - The CUDA types that the ABI passes -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declared here, so that the library builds without a toolkit. Values are
// those of driver_types.h.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_CUDATYPES_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_CUDATYPES_H

#include "executor/Machine/Limits.h"
#include <cstddef>

namespace pipeline_rewrite::executor {

struct Dim3 {
  unsigned X, Y, Z;
};

using CudaError = int;
constexpr CudaError Success = 0;
constexpr CudaError InvalidValue = 1;
constexpr CudaError MemoryAllocation = 2;
constexpr CudaError InvalidConfiguration = 9;
constexpr CudaError InvalidSymbol = 13;
constexpr CudaError InvalidDeviceFunction = 98;
constexpr CudaError InvalidDevice = 101;
constexpr CudaError NoKernelImage = 209;
constexpr CudaError NotReady = 600;
constexpr CudaError LaunchOutOfResources = 701;
constexpr CudaError LaunchFailure = 719;
constexpr CudaError CooperativeLaunchTooLarge = 720;
constexpr CudaError NotSupported = 801;
constexpr CudaError GraphExecUpdateFailure = 910;

} // namespace pipeline_rewrite::executor

#endif
