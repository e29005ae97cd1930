// What a loop inside fills and reads, with barriers of its own, is not the outer
// loop's: nothing is said of that one. The second outer loop also fills a tile
// itself, and reads it too early.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void tiles(const float *__restrict__ A, float *__restrict__ C, int K, int rounds) {
  __shared__ float As[64];
  for (int r = 0; r < rounds; ++r) {
    float sum = 0.0f;
// CHECK: :[[@LINE+1]]:5: remark: rewritten:
    for (int k = 0; k < K; k += 64) {
      As[threadIdx.x] = A[r * K + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    C[r * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void scaled(const float *__restrict__ A, const float *__restrict__ S, float *__restrict__ C, int K,
                       int rounds) {
  __shared__ float As[64], Ss[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: no barrier stands between the stores to 'Ss' {{.*}} [missing-barrier]
  for (int r = 0; r < rounds; ++r) {
    Ss[threadIdx.x] = S[r * 64 + threadIdx.x];
    float sum = Ss[63 - threadIdx.x];
// CHECK: :[[@LINE+1]]:5: remark: rewritten:
    for (int k = 0; k < K; k += 64) {
      As[threadIdx.x] = A[r * K + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    C[r * 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
