// Loops that store to other elements, since one has more iterations.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

__global__ void shorter(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N)
      for (int i = threadIdx.x; i < 64; i += 16)
        As[i] = A[k + i];
    else
      for (int i = threadIdx.x; i < 63; i += 16)
        As[i] = 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
