//===- rescale_scratch.cu - tiles summed through scratch memory -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Y (M) = sums over a fixed pattern of the magnitudes in X (M x K); any M, K.
// The computation uses shared memory of its own, also behind the last barrier
// that the tile needs, so that both barriers of an iteration matter to it.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int ROWS = 8;
constexpr int WIDTH = 32;

__global__ void rescale_scratch(const float *__restrict__ X,
                                float *__restrict__ Y, int M, int K) {
  __shared__ float tile[ROWS][WIDTH];
  __shared__ float part[ROWS][WIDTH];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.x * ROWS + ty;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += WIDTH) {
    tile[ty][tx] = row < M && k0 + tx < K ? X[row * K + k0 + tx] : 0.0f;
    __syncthreads();

    float magnitude = 0.0f;
    for (int i = 0; i < ROWS; ++i)
      magnitude += fabsf(tile[i][tx]);
    part[ty][tx] = magnitude + tile[ty][WIDTH - 1 - tx];
    __syncthreads();

    // The tile is done with; the parts are not.
    for (int i = 0; i < WIDTH; i += 4)
      sum += part[(ty + i) % ROWS][(tx + i) % WIDTH];
  }

  if (row < M && tx == 0)
    Y[row] = sum;
}

static void run(harness::Run &r) {
  const size_t M = r.M, K = r.K;
  harness::Input<float> X(r, M * K);
  harness::Output<float> Y(r, M);
  r.launch(double(M) * K, [&] {
    rescale_scratch<<<harness::ceilDiv(r.M, ROWS), dim3(WIDTH, ROWS)>>>(
        X, Y, r.M, r.K);
  });
  r.check(Y, K, harness::Fp32, [&](size_t i) {
    auto at = [&](size_t row, size_t k) {
      return row < M && k < K ? double(X.at(row * K + k)) : 0.0;
    };
    const size_t base = i / ROWS * ROWS, ty = i % ROWS;
    double sum = 0;
    for (size_t k0 = 0; k0 < K; k0 += WIDTH)
      for (size_t j = 0; j < WIDTH; j += 4) {
        const size_t y = (ty + j) % ROWS, x = j % WIDTH;
        for (size_t n = 0; n < ROWS; ++n)
          sum += std::fabs(at(base + n, k0 + x));
        sum += at(base + y, k0 + WIDTH - 1 - x);
      }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("rescale_scratch", run,
            {{8, 1, 0},
             {7, 1, 1},
             {8, 1, 32},
             {16, 1, 64},
             {9, 1, 75},
             {24, 1, 160}});
  return suite.exitCode();
}
