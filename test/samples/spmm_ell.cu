//===- spmm_ell.cu - sparse matrix times dense matrix, ELL format ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Y (M x N) = S (M x COLUMNS, sparse) * X (COLUMNS x N), row-major; any M, N,
// K. Each row of S has K slots of (column index, value); an unused slot holds
// value zero. The loop walks over tiles of slots; the computation gathers the
// rows of X that the indices name.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int ROWS = 16;  // of S and Y per block
constexpr int WIDTH = 32; // columns of Y per block
constexpr int SLOTS = 32; // per tile
constexpr int COLUMNS = 256;

__global__ void spmm_ell(const int *__restrict__ index,
                         const float *__restrict__ value,
                         const float *__restrict__ X, float *__restrict__ Y,
                         int M, int N, int K) {
  __shared__ int columns[ROWS][SLOTS];
  __shared__ float values[ROWS][SLOTS];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * ROWS + ty;
  const int n = blockIdx.x * WIDTH + tx;

  float sum = 0.0f;
  for (int slot0 = 0; slot0 < K; slot0 += SLOTS) {
    const bool inside = row < M && slot0 + tx < K;
    columns[ty][tx] = inside ? index[row * K + slot0 + tx] : 0;
    values[ty][tx] = inside ? value[row * K + slot0 + tx] : 0.0f;
    __syncthreads();

    if (n < N)
      for (int s = 0; s < SLOTS; ++s)
        sum += values[ty][s] * X[columns[ty][s] * N + n];
    __syncthreads();
  }

  if (row < M && n < N)
    Y[row * N + n] = sum;
}

static void run(harness::Run &r) {
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<int> index(r, M * K, 0, COLUMNS - 1);
  // A quarter of the slots is unused.
  harness::Input<float> value(r, M * K, [](size_t, uint64_t bits) {
    return bits % 4 == 0 ? 0.0f : float(2 * harness::unit(bits) - 1);
  });
  harness::Input<float> X(r, COLUMNS * N);
  harness::Output<float> Y(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, WIDTH), harness::ceilDiv(r.M, ROWS));
  dim3 block(SLOTS, ROWS);
  r.launch(2.0 * M * N * K, [&] {
    spmm_ell<<<grid, block>>>(index, value, X, Y, r.M, r.N, r.K);
  });
  r.check(Y, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = i / N * K; k < (i / N + 1) * K; ++k)
      sum += double(value.at(k)) * double(X.at(index.at(k) * N + i % N));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("spmm_ell", run,
            {{16, 32, 0},
             {15, 33, 1},
             {16, 32, 32},
             {20, 20, 64},
             {33, 32, 75},
             {16, 40, 128},
             {16, 32, 160},
             {40, 30, 230}});
  return suite.exitCode();
}
