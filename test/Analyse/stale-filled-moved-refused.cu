// An earlier store of the iteration filled another element: the index has moved.
// ACCEPTED: stale-filled.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

__global__ void moved(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    int at = threadIdx.x;
    As[at] = 0;
    at = (at + 1) % 16;
    if (k + threadIdx.x < N)
      As[at] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
