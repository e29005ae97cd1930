// A goto over the loop would jump over the variables that the prologue
// declares.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  if (N == 5)
    goto end;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [loop-not-in-block]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
end:
  C[threadIdx.x] = sum;
}
