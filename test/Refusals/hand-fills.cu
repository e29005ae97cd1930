// Two stores between the same barriers.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o /dev/null 2>&1 | FileCheck %s

__global__ void together(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    As[64 + t] = 0.0f;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
