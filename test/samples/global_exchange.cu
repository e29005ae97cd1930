//===- global_exchange.cu - sums that meet in global memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Y (M x WIDTH) = a recurrence over the tiles of X (M x K); any M, K. Behind
// the last barrier of an iteration each thread leaves its sum in global memory,
// where its neighbour finds it in the next: only the barrier behind the loads
// is between.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int WIDTH = 128;
constexpr int APART = 37; ///< the neighbour is in another warp

__global__ void global_exchange(const float *__restrict__ X,
                                float *__restrict__ Y, int K) {
  __shared__ float tile[WIDTH];
  const int tx = threadIdx.x, row = blockIdx.x;

  float sum = 0.0f;
  Y[row * WIDTH + tx] = sum;
  for (int k0 = 0; k0 < K; k0 += WIDTH) {
    tile[tx] = k0 + tx < K ? X[row * K + k0 + tx] : 0.0f;
    __syncthreads();

    for (int i = 0; i < WIDTH; i += 4)
      sum += tile[(tx + i) % WIDTH];
    sum = 0.5f * (sum + Y[row * WIDTH + (tx + APART) % WIDTH]);
    __syncthreads();

    Y[row * WIDTH + tx] = sum;
  }
}

static void run(harness::Run &r) {
  const size_t M = r.M, K = r.K;
  harness::Input<float> X(r, M * K);
  harness::Output<float> Y(r, M * WIDTH);
  r.launch(double(M) * K, [&] { global_exchange<<<r.M, WIDTH>>>(X, Y, r.K); });
  r.check(Y, K, harness::Fp32, [&](size_t i) {
    const size_t row = i / WIDTH;
    double sums[WIDTH] = {}, next[WIDTH];
    for (size_t k0 = 0; k0 < K; k0 += WIDTH) {
      for (size_t t = 0; t < WIDTH; ++t) {
        double sum = sums[t];
        for (size_t j = 0; j < WIDTH; j += 4) {
          const size_t k = k0 + (t + j) % WIDTH;
          sum += k < K ? double(X.at(row * K + k)) : 0.0;
        }
        next[t] = 0.5 * (sum + sums[(t + APART) % WIDTH]);
      }
      std::copy(next, next + WIDTH, sums);
    }
    return sums[i % WIDTH];
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("global_exchange", run,
            {{2, 1, 0}, {1, 1, 9}, {2, 1, 128}, {3, 1, 256}, {1, 1, 800}});
  return suite.exitCode();
}
