//===- gemv_vector_once.cu - matrix times vector, rows in blocks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y (M) = A (M x K) * x (K), row-major; any M, K multiple of 4 and at most
// MOST (N is ignored). A block multiplies ROWS rows by the vector, which it
// loads once, four elements a copy, with zeros behind its end.
//===----------------------------------------------------------------------===//
// Forms: copy-once

#include "harness.h"

constexpr int WARPS = 4;
constexpr int LANES = 32;
constexpr int ROWS = 16;   // per block
constexpr int MOST = 1024; // elements of the vector

__global__ void gemv_vector_once(const float4 *__restrict__ A,
                                 const float4 *__restrict__ x,
                                 float *__restrict__ y, int rows, int quads) {
  __shared__ float4 xs[MOST / 4 / LANES][LANES];

  const int lane = threadIdx.x % LANES;
  const int warp = threadIdx.x / LANES;

#pragma unroll
  for (int i = threadIdx.x; i < MOST / 4; i += WARPS * LANES) {
    const int line = i / LANES, at = i % LANES;
    xs[line][at] = i < quads ? x[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
  __syncthreads();

  const int end = min(rows, (int(blockIdx.x) + 1) * ROWS);
  for (int row = blockIdx.x * ROWS + warp; row < end; row += WARPS) {
    float sum = 0.0f;
    for (int i = lane; i < quads; i += LANES) {
      const float4 a = A[size_t(row) * quads + i], b = xs[i / LANES][lane];
      sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int other = LANES / 2; other > 0; other /= 2)
      sum += __shfl_xor_sync(0xffffffffu, sum, other);
    if (lane == 0)
      y[row] = sum;
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M > 0 && r.K % 4 == 0 && r.K <= MOST))
    return;
  size_t M = r.M, K = r.K;
  harness::Input<float> A(r, M * K), x(r, K);
  harness::Output<float> y(r, M);
  auto quads = [](const float *P) {
    return reinterpret_cast<const float4 *>(P);
  };
  r.launch(2.0 * M * K, [&] {
    gemv_vector_once<<<harness::ceilDiv(r.M, ROWS), WARPS * LANES>>>(
        quads(A), quads(x), y, r.M, r.K / 4);
  });
  r.check(y, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i * K + k)) * double(x.at(k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("gemv_vector_once", run,
            {{1, 1, 0}, {16, 1, 4}, {37, 1, 260}, {20, 1, 1024}});
  return suite.exitCode();
}
