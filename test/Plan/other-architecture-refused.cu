// Miscompile class: limits of other architectures. The budget must hold on
// each of them, not only on the newest.
// ACCEPTED: other-architecture.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --arch=sm_75,sm_90 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4608];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} on sm_75 {{.*}} [occupancy-loss]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
