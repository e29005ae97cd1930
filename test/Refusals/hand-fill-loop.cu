// A loop fills the tile, the same elements each time.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o - 2>%t.err | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=DONE < %t.err
// DONE: as a plain loop
// DONE: executed: {{.*}} equal
// CHECK:      for (int k = 0; k < N; k += Step) {
// CHECK-NEXT:   for (int i = 0; i < 2; ++i)
// CHECK-NEXT:     As[t + 64 * i] = A[k + t + 64 * i];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   for (int i = 0; i < 128; ++i)
// CHECK-NEXT:     sum += As[i];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT: }

constexpr int Step = 128;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][Step];
  int t = threadIdx.x;
  float sum = 0.0f;
  if (0 < N)
    for (int i = 0; i < 2; ++i)
      As[0][t + 64 * i] = A[t + 64 * i];
  __syncthreads();
  for (int k = 0; k < N; k += Step) {
    if (k < N - Step)
      for (int i = 0; i < 2; ++i)
        As[(k / Step + 1) % 2][t + 64 * i] = A[k + Step + t + 64 * i];
    for (int i = 0; i < 128; ++i)
      sum += As[k / Step % 2][i];
    __syncthreads();
  }
  C[t] = sum;
}
