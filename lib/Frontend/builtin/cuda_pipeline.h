// cp.async as C functions and as nvcuda::experimental::pipeline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {
class pipeline {
public:
  __device__ pipeline();
  __device__ size_t commit();
  __device__ void commit_and_wait();
  __device__ void wait(size_t);
  template <unsigned N> __device__ void wait_prior();
};
template <class T> __device__ void memcpy_async(T &, const T &, pipeline &);
} // namespace experimental
} // namespace nvcuda
