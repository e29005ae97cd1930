// A case label behind the loop would be reached past the variables that the
// prologue declares.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  switch (N & 1) {
  case 0:
    sum = 1.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [loop-not-in-block]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
    break;
  case 1:
    sum = 2.0f;
  }
  C[threadIdx.x] = sum;
}
