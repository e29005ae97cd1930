// Two buffers in turn, one barrier.
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

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int s = 0;
  As[0][t] = A[t];
  __syncthreads();
  for (int k = 0; k < N; k += 64) {
    float next;
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[s][i];
    if (k + 64 < N)
      As[s ^ 1][t] = next;
    __syncthreads();
    s = s ^ 1;
  }
  C[t] = sum;
}
