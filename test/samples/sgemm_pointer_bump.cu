//===- sgemm_pointer_bump.cu - tiled SGEMM that moves its pointers --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N, K multiples of BS.
// Loop: the counter only bounds the loop; A and B advance by one tile between
// the first barrier and the computation.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int BS = 32; // block tile edge
constexpr int TR = 4;  // rows of C per thread

__global__ void sgemm_pointer_bump(const float *A, const float *B, float *C,
                                   int N, int K) {
  __shared__ float As[BS * BS];
  __shared__ float Bs[BS * BS];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y * TR;

  // The first tiles of this block.
  A += blockIdx.y * BS * K;
  B += blockIdx.x * BS;
  C += blockIdx.y * BS * N + blockIdx.x * BS;

  float acc[TR] = {0.0f};
  for (int kb = 0; kb < K; kb += BS) {
    for (int i = 0; i < TR; ++i) {
      As[(ty + i) * BS + tx] = A[(ty + i) * K + tx];
      Bs[(ty + i) * BS + tx] = B[(ty + i) * N + tx];
    }
    __syncthreads();

    A += BS;
    B += BS * N;

    for (int k = 0; k < BS; ++k) {
      const float b = Bs[k * BS + tx];
      for (int i = 0; i < TR; ++i)
        acc[i] += As[(ty + i) * BS + k] * b;
    }
    __syncthreads();
  }

  for (int i = 0; i < TR; ++i)
    C[(ty + i) * N + tx] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BS == 0 && r.N % BS == 0 && r.K % BS == 0))
    return;
  dim3 grid(r.N / BS, r.M / BS), block(BS, BS / TR);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_pointer_bump<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_pointer_bump", run,
            {{32, 32, 0},
             {32, 64, 32},
             {64, 32, 64},
             {32, 32, 96},
             {32, 32, 128},
             {32, 32, 160},
             {64, 64, 256}});
  return suite.exitCode();
}
