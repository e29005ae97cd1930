// One warning per loop, however many instances it has, with what decided and
// what it costs in notes.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:

template <int BK>
__global__ void k(const float *__restrict__ A, const float4 *__restrict__ B,
                  float *__restrict__ C, int K) {
  __shared__ float As[BK][65];
  __shared__ float4 Bs[BK][16];
  float sum = 0.0f;
  // CHECK: diagnostic.cu:[[@LINE+5]]:3: warning: loop in 'k' can be software-pipelined: mixed, 2 stages, predicate [pipeline-rewrite-k-loop]
  // CHECK: diagnostic.cu:[[@LINE+4]]:3: note: 'As' goes through registers
  // CHECK: diagnostic.cu:[[@LINE+3]]:3: note: 'Bs' is a raw copy of 16 bytes
  // CHECK: note: k<16> on sm_86: 8.1 KB -> 16.1 KB of shared memory per block, of at most 48 KB; 10 -> 5 blocks per SM
  // CHECK: note: k<32> on sm_86: 16.1 KB -> 32.3 KB of shared memory per block, of at most 48 KB; 5 -> 3 blocks per SM
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.x * K + k0 + threadIdx.y] + 1;
    Bs[threadIdx.y][threadIdx.x % 16] = B[(k0 + threadIdx.y) * 16 + threadIdx.x % 16];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i][threadIdx.x] * Bs[i][threadIdx.x % 16].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void k<16>(const float *, const float4 *, float *, int);
template __global__ void k<32>(const float *, const float4 *, float *, int);
