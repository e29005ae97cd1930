// A ring of three buffers that cp.async fills.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o - 2>%t.err | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=DONE < %t.err
// DONE: as a plain loop
// DONE: executed: {{.*}} equal
// CHECK:      float sum = 0.0f;
// CHECK-NEXT: for (int k = 0; k < N; k += 64) {
// CHECK-NEXT:   As[t] = A[k + t];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   for (int i = 0; i < 64; ++i)
// CHECK-NEXT:     sum += As[i];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT: }

#include <cuda_pipeline.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int s = 0; s < 2; ++s) {
    if (s * 64 < N)
      __pipeline_memcpy_async(&As[s][t], &A[s * 64 + t], sizeof(float));
    __pipeline_commit();
  }
  for (int k = 0; k < N; k += 64) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (k + 128 < N)
      __pipeline_memcpy_async(&As[(k / 64 + 2) % 3][t], &A[k + 128 + t], sizeof(float));
    __pipeline_commit();
    for (int i = 0; i < 64; ++i)
      sum += As[k / 64 % 3][i];
  }
  C[t] = sum;
}
