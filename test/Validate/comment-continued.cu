// The nearest accepted neighbours of comment-continued-refused.cu: a comment that goes on where nothing is written, and a
// backslash that does not end its line.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 | FileCheck %s
// CHECK-COUNT-2: executed: {{.*}} equal

__global__ void inside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      float x = Row[i]; // not yet: \
      x *= 2.0f;
      sum += x;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void no_continuation(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads(); // and once more \ .
  }
  C[threadIdx.x] = sum;
}
