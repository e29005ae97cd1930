// With --variant=ldg the guard would stand before the fetch and before the
// store, and read global memory in both.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, const int *__restrict__ Used,
                     int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [guard-reads-global]
  for (int k = 0; k < N; k += 64) {
    if (Used[k])
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
