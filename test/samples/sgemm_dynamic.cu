//===- sgemm_dynamic.cu - SGEMM, tiles in dynamic shared memory -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; any M, N, K. The tiles are
// carved out of memory that the launches give: of constant size in one kernel,
// and beside sums of the whole block, of a size that the run decides, in the
// other. Comments let the tool edit the launches.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

__global__ void sgemm_dynamic(const float *__restrict__ A,
                              const float *__restrict__ B,
                              float *__restrict__ C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *As = tiles;
  float *Bs = tiles + TILE * TILE;
  const int tx = threadIdx.x, ty = threadIdx.y, own = ty * TILE + tx;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  // pipeline-rewrite: edit-launches=true
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[own] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    Bs[own] = k0 + ty < K && column < N ? B[(k0 + ty) * N + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += As[ty * TILE + k] * Bs[k * TILE + tx];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// Rows of a padded two-dimensional tile, and sums that stay where they are.
template <int PAD>
__global__ void sgemm_rows(const float *__restrict__ A,
                           const float *__restrict__ B, float *__restrict__ C,
                           int M, int N, int K) {
  extern __shared__ float rows[][TILE + PAD];
  float *__restrict__ sums = &rows[2 * TILE][0];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;

  sums[ty * TILE + tx] = 0.0f;
  // pipeline-rewrite: edit-launches=true
  for (int k0 = 0; k0 < K; k0 += TILE) {
    rows[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    rows[TILE + ty][tx] =
        k0 + ty < K && column < N ? B[(k0 + ty) * N + column] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TILE; ++k)
      sum += rows[ty][k] * rows[TILE + k][tx];
    sums[ty * TILE + tx] += sum;
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sums[ty * TILE + tx];
}

static void run(harness::Run &r, bool ofRows) {
  const size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> A(r, M * K), B(r, K * N);
  harness::Output<float> C(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  dim3 block(TILE, TILE);
  size_t rowBytes = (TILE + 1) * sizeof(float);
  // Always so; not known before the program runs.
  if (r.M < 1)
    rowBytes *= 2;
  r.launch(2.0 * M * N * K, [&] {
    if (ofRows)
      sgemm_rows<1><<<grid, block,
                      2 * TILE * rowBytes + TILE * TILE * sizeof(float)>>>(
          A, B, C, r.M, r.N, r.K);
    else
      sgemm_dynamic<<<grid, block, 2 * TILE * TILE * sizeof(float)>>>(
          A, B, C, r.M, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(k * N + i % N));
    return sum;
  });
}

static void runFlat(harness::Run &r) { run(r, false); }
static void runRows(harness::Run &r) { run(r, true); }

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  std::initializer_list<harness::Case> cases = {
      {16, 16, 0},  {15, 17, 1},  {16, 16, 16},
      {20, 20, 32}, {33, 32, 47}, {40, 30, 90}};
  suite.add("sgemm_dynamic", runFlat, cases);
  suite.add("sgemm_rows", runRows, cases);
  return suite.exitCode();
}
