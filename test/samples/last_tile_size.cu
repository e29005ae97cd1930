//===- last_tile_size.cu - tiles whose size is set in front of the loads --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over k of A[k] * B[k] in tiles of several sizes, any K. The statement
// that sets the size runs once per tile: it, or the step, needs the size of the
// tile before.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int TILE = 64;

// The last tile is smaller; where the second array starts depends on it.
__global__ void shrinking(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int K) {
  extern __shared__ float both[];
  const int t = threadIdx.x;
  int size = blockDim.x;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += size) {
    if (k0 + size > K)
      size = K - k0;
    if (k0 + t < K) {
      both[t] = A[k0 + t];
      both[t + size] = B[k0 + t];
    }
    __syncthreads();
    for (int k = 0; k < size; ++k)
      sum += both[k] * both[(k + t) % size + size];
    __syncthreads();
  }
  C[t] = sum;
}

// Sizes go up and down; only the step reads them on the side of the loads.
__global__ void uneven(const float4 *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float4 s[TILE];
  const int t = threadIdx.x;
  int size = 0;
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += size) {
    size = min(K - k0, k0 % 3 == 0 ? TILE / 4 : TILE - 3);
    s[t] = A[min(k0 + t, K - 1)];
    __syncthreads();
    for (int k = 0; k < size; ++k)
      sum += s[k].x + s[(k + t) % size].y;
    __syncthreads();
  }
  C[t] = sum;
}

// The size of this tile, made where the loads need it, and of the one before,
// which moves the pointer.
__global__ void growing(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float s[TILE];
  const int t = threadIdx.x;
  int size = 0, left = K;
  float sum = 0.0f;
  while (left > 0) {
    A += size;
    size = min(left, size + 5 < TILE ? size + 5 : TILE);
    s[t] = t < size ? A[t] : 1.0f;
    left -= size;
    __syncthreads();
    sum += s[TILE - 1 - t] * s[t] + size;
    __syncthreads();
  }
  C[t] = sum;
}

static void runShrinking(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, K), B(r, K);
  harness::Output<float> C(r, TILE);
  r.launch(double(K), [&] {
    shrinking<<<1, TILE, 2 * TILE * sizeof(float)>>>(A, B, C, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t t) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k) {
      const size_t from = k / TILE * TILE,
                   size = std::min<size_t>(TILE, K - from);
      sum += double(A.at(k)) * double(B.at(from + (k - from + t) % size));
    }
    return sum;
  });
}

static void runUneven(harness::Run &r) {
  const size_t K = r.K;
  harness::Input<float> A(r, 4 * K);
  harness::Output<float> C(r, TILE);
  r.launch(double(K), [&] {
    uneven<<<1, TILE>>>(
        reinterpret_cast<const float4 *>(static_cast<const float *>(A)), C,
        r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(4 * k)) + double(A.at(4 * k + 1));
    return sum;
  });
}

static void runGrowing(harness::Run &r) {
  const int K = r.K;
  harness::Input<float> A(r, K);
  harness::Output<float> C(r, TILE);
  r.launch(double(K), [&] { growing<<<1, TILE>>>(A, C, r.K); });
  r.check(C, K, harness::Fp32, [&](size_t t) {
    double sum = 0;
    for (int k = 0, size = 0; k < K; k += size) {
      size = std::min(K - k, std::min(size + 5, TILE));
      auto at = [&](int i) { return i < size ? double(A.at(k + i)) : 1.0; };
      sum += at(TILE - 1 - int(t)) * at(int(t)) + size;
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("shrinking", runShrinking,
            {{1, 1, 0},
             {1, 1, 1},
             {1, 1, 64},
             {1, 1, 100},
             {1, 1, 128},
             {1, 1, 333}});
  suite.add("uneven", runUneven,
            {{1, 1, 0},
             {1, 1, 1},
             {1, 1, 64},
             {1, 1, 100},
             {1, 1, 128},
             {1, 1, 333}});
  suite.add("growing", runGrowing,
            {{1, 1, 0},
             {1, 1, 1},
             {1, 1, 64},
             {1, 1, 100},
             {1, 1, 128},
             {1, 1, 333}});
  return suite.exitCode();
}
