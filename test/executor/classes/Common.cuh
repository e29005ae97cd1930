// Words of the class kernels. One block of T threads, n tiles of T floats.
// Every kernel is a pair: <true> has the fault, <false> is its correct twin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cuda_pipeline.h>

constexpr int T = 64;

#define KERNEL(Name)                                                           \
  template <bool Bad>                                                          \
  __global__ void Name(const float *A, float *C, int n, float *Extra)
#define SYNC __syncthreads()
#define COPY(To, From) __pipeline_memcpy_async(To, From, sizeof(float))
#define COMMIT __pipeline_commit()
#define WAIT(N) __pipeline_wait_prior(N)
#define ME (int(threadIdx.x))
#define MIRROR (T - 1 - ME)
