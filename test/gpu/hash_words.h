//===- hash_words.h - A hash of device memory, computed on the device -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_TEST_GPU_HASH_WORDS_H
#define PIPELINE_REWRITE_TEST_GPU_HASH_WORDS_H
#include <cstddef>

namespace {

using Hash = unsigned long long;

/// Adds to Out: what each of Count words gives for its place.
__global__ void hashWords(const unsigned *Words, size_t Count, Hash *Out) {
  const size_t Step = gridDim.x * size_t(blockDim.x);
  Hash Sum = 0;
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < Count;
       I += Step) {
    Hash X = (Words[I] + 0x9e3779b97f4a7c15ull) * (2 * I + 1);
    X = (X ^ X >> 31) * 0xbf58476d1ce4e5b9ull;
    Sum += X ^ X >> 29;
  }
  atomicAdd(Out, Sum);
}

} // namespace
#endif
