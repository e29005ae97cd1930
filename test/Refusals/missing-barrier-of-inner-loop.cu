// What a loop inside fills and reads, with barriers of its own, is not the outer
// loop's: nothing is said of that one. The second outer loop also fills a tile
// itself, and reads it too early. The third one's is read behind its own last
// barrier, and the inner loop's keep it.
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

__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float Row[64], Others[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Row' is used after the loop's last barrier, in an inner loop whose barriers are not followed [barrier-layout]
  for (int r = 0; r < n; ++r) {
    Row[threadIdx.x] = A[r * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
// CHECK: :[[@LINE+1]]:5: remark: rewritten:
    for (int other = r + 1; other < n; ++other) {
      Others[threadIdx.x] = A[other * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += Row[i] * Others[i];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
