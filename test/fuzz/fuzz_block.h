// What a library of block-wide functions looks like to a rewriter: a system
// header whose functions have barriers, and shared memory bound to an object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header

namespace fuzz_block {

template <int Threads> class Sum {
public:
  struct Storage {
    unsigned value[Threads];
  };
  __device__ explicit Sum(Storage &s) : storage(s) {}
  /// The sum of all threads' values; the storage may be used again behind the
  /// block's next barrier.
  __device__ unsigned of(unsigned value) {
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    storage.value[tid] = value;
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < Threads; ++i)
      sum += storage.value[i];
    return sum;
  }

private:
  Storage &storage;
};

/// The same with storage of its own.
template <int Threads> inline __device__ unsigned sumOf(unsigned value) {
  __shared__ typename Sum<Threads>::Storage storage;
  return Sum<Threads>(storage).of(value);
}

} // namespace fuzz_block
