// A tile that a loop inside brings from global memory as well is that loop's: what the outer loop fills is its first
// tile. A loop inside that changes the tile in place leaves it to the outer one.
// RUN: %pipeline-rewrite %s %no-nvcc --choose=rules --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void prefetched(const float *__restrict__ A, float *__restrict__ C, int K, int rounds) {
  __shared__ float As[64];
  for (int r = 0; r < rounds; ++r) {
    float sum = 0.0f;
    As[threadIdx.x] = A[r * K + threadIdx.x];
    __syncthreads();
// CHECK: :[[@LINE+1]]:5: remark: already pipelined:
    for (int k = 64; k <= K; k += 64) {
      float next = k < K ? A[r * K + k + threadIdx.x] : 0.0f;
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
      As[threadIdx.x] = next;
      __syncthreads();
    }
    C[r * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void inPlace(const float *__restrict__ A, float *__restrict__ C, int rounds, int steps) {
  __shared__ float As[64];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: run executed: {{.*}}, equal
  for (int r = 0; r < rounds; ++r) {
    As[threadIdx.x] = A[r * 64 + threadIdx.x];
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
      float left = As[(threadIdx.x + 63) % 64];
      __syncthreads();
      As[threadIdx.x] += left;
      __syncthreads();
    }
    C[r * 64 + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

void host(const float *A, float *C, int n) {
  prefetched<<<1, 64>>>(A, C, 64 * n, n);
  inPlace<<<1, 64>>>(A, C, n, 3);
}
