// Two buffers by hand, the loop unrolled by two, and registers that are fetched
// for the next iteration: both are pipelined already.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void turns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  const float *From = A + threadIdx.x, *End = A + N;
  float sum = 0.0f;
  As[0][threadIdx.x] = *From;
  From += 64;
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: its buffers take turns
  for (; From < End;) {
    __syncthreads();
    do {
      As[1][threadIdx.x] = *From;
      From += 64;
    } while (0);
    for (int i = 0; i < 64; ++i)
      sum += As[0][i];
    __syncthreads();
    if (From < End) {
      As[0][threadIdx.x] = *From;
      From += 64;
    }
    for (int i = 0; i < 64; ++i)
      sum += As[1][i];
  }
  C[threadIdx.x] = sum;
}

__global__ void prefetch(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, next = A[threadIdx.x];
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: register prefetch
  for (int k = 64; k < N; k += 64) {
    As[threadIdx.x] = next;
    __syncthreads();
    next = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + next;
}
