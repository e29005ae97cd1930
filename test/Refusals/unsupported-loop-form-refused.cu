// A loop without a condition: when it ends stands in the middle of its body.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it has no condition [unsupported-loop-form]
  for (int k = 0;; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (k + 64 > N)
      break;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A block in the form of a loop.
__global__ void once(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: its condition is false, so that it has one iteration [unsupported-loop-form]
  do {
    As[threadIdx.x] = A[N + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  } while (0);
  C[threadIdx.x] = sum;
}
