// The load barrier is missing, and the tiles are not all that it would have to
// keep apart: other threads' values in global memory are read behind the last one.
// RUN: %pipeline-rewrite %s %builtin --repair-barrier --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: repair-barrier.cu

__global__ void exchange(const float *__restrict__ A, float *__restrict__ C, float *__restrict__ G, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: no barrier stands between the stores to 'As' and their first use: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sum += As[63 - threadIdx.x];
    G[threadIdx.x] = sum;
    __syncthreads();
    sum += G[63 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
