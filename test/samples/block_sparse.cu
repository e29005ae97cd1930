//===- block_sparse.cu - which tiles there are is said by a list ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = sum over the tiles t that a list names of A[:, t] * B[t, :], where
// A has M x COLUMNS elements; any M and N. K counts elements of at most MOST
// listed tiles.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int T = 16;
constexpr int COLUMNS = 64;
constexpr int MOST = 16; // listed tiles

// The list lies in shared memory, and is read in front of the loop's first
// barrier.
__global__ void listed_top(const int *__restrict__ listed,
                           const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  __shared__ int tiles[MOST];
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int m = blockIdx.y * T + ty, n = blockIdx.x * T + tx;
  const int count = K / T;
  if (ty == 0 && tx < count)
    tiles[tx] = listed[tx] * T;
  __syncthreads();
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) {
    const int k = tiles[i];
    __syncthreads();
    As[ty][tx] = m < M ? A[m * COLUMNS + k + tx] : 0.0f;
    Bs[ty][tx] = n < N ? B[(k + ty) * N + n] : 0.0f;
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += As[ty][j] * Bs[j][tx];
  }
  if (m < M && n < N)
    C[m * N + n] = sum;
}

// The block agrees on which tiles it skips.
__global__ void masked(const int *__restrict__ listed,
                       const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int m = blockIdx.y * T + ty, n = blockIdx.x * T + tx;
  const int count = K / T;
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) {
    if (listed[i] != 2) {
      const int row = i % 4 * T + ty;
      As[ty][tx] = m < M ? A[m * COLUMNS + i % 4 * T + tx] : 0.0f;
      Bs[ty][tx] = n < N ? B[row * N + n] : 0.0f;
      __syncthreads();
      for (int j = 0; j < T; ++j)
        sum += As[ty][j] * Bs[j][tx];
      __syncthreads();
    }
  }
  if (m < M && n < N)
    C[m * N + n] = sum;
}

__global__ void skipping(const int *__restrict__ listed,
                         const float *__restrict__ A,
                         const float *__restrict__ B, float *__restrict__ C,
                         int M, int N, int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int m = blockIdx.y * T + ty, n = blockIdx.x * T + tx;
  const int count = K / T;
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) {
    if (i % 3 == 1)
      continue;
    const int k = i % 4 * T;
    {
      As[ty][tx] = m < M ? A[m * COLUMNS + k + tx] : 0.0f;
      Bs[ty][tx] = n < N ? B[(k + ty) * N + n] : 0.0f;
      __syncthreads();
    }
    for (int j = 0; j < T; ++j)
      sum += As[ty][j] * Bs[j][tx] * (k + 1);
    if (i + 1 < count)
      __syncthreads();
  }
  if (m < M && n < N)
    C[m * N + n] = sum;
}

// Two loops, one after the other in each of two passes, have the same tiles.
__global__ void two_loops(const int *__restrict__ listed,
                          const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int m = blockIdx.y * T + ty, n = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int k = 0; k < K / T; ++k) {
    As[ty][tx] = m < M ? A[m * COLUMNS + k % 4 * T + tx] : 0.0f;
    Bs[ty][tx] = n < N ? B[(k % 4 * T + ty) * N + n] : 0.0f;
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += As[ty][j] * Bs[j][tx];
    __syncthreads();
  }
  for (int k = 0; k < K / T; ++k) {
    As[ty][tx] = m < M ? A[m * COLUMNS + (k + 1) % 4 * T + tx] : 0.0f;
    Bs[ty][tx] = n < N ? B[((k + 1) % 4 * T + ty) * N + n] : 0.0f;
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += 2 * As[ty][j] * Bs[j][tx];
    __syncthreads();
  }
  if (m < M && n < N)
    C[m * N + n] = sum;
}

/// \p weight: of a tile of the sum, which element of \p listed it is and where it
/// is in A.
template <typename Kernel, typename Weight>
static void run(harness::Run &r, Kernel kernel, Weight weight) {
  size_t M = r.M, N = r.N;
  const int K = (r.K / T < MOST ? r.K / T : MOST) * T;
  harness::Input<int> listed(r, MOST, 0, COLUMNS / T - 1);
  harness::Input<float> A(r, M * COLUMNS);
  harness::Input<float> B(r, COLUMNS * N);
  harness::Output<float> C(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, T), harness::ceilDiv(r.M, T));
  r.launch(2.0 * M * N * K, [&] {
    kernel<<<grid, dim3(T, T)>>>(listed, A, B, C, r.M, r.N, K);
  });
  r.check(C, 4 * K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (int k = 0; k < K; ++k)
      for (size_t tile = 0; tile < COLUMNS / T; ++tile)
        if (double w = weight(listed.at(k / T), k / T, tile)) {
          const size_t at = tile * T + k % T;
          sum += w * double(A.at(i / N * COLUMNS + at)) *
                 double(B.at(at * N + i % N));
        }
    return sum;
  });
}

static void top(harness::Run &r) {
  run(r, listed_top,
      [](int listed, int, size_t tile) { return size_t(listed) == tile; });
}

static void mask(harness::Run &r) {
  run(r, masked, [](int listed, int k, size_t tile) {
    return listed != 2 && k % 4 == int(tile);
  });
}

static void skip(harness::Run &r) {
  run(r, skipping, [](int, int k, size_t tile) {
    return k % 3 == 1 || k % 4 != int(tile) ? 0.0 : tile * T + 1.0;
  });
}

static void twice(harness::Run &r) {
  run(r, two_loops, [](int, int k, size_t tile) {
    return (k % 4 == int(tile)) + 2.0 * ((k + 1) % 4 == int(tile));
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  const std::initializer_list<harness::Case> cases = {
      {16, 16, 0}, {15, 17, 16}, {16, 32, 32}, {33, 16, 80}, {16, 16, 256}};
  suite.add("listed_top", top, cases);
  suite.add("masked", mask, cases);
  suite.add("skipping", skip, cases);
  suite.add("two_loops", twice, cases);
  return suite.exitCode();
}
