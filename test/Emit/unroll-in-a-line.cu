// A pragma gets a line of its own where a copy loop stands behind other text.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not=warning: < %t.report
// REPORT: executed: {{.*}}, equal

// CHECK: Fetch the next tile
// CHECK: {{^}}    { if (N > 9) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: {{^}}    for (int r = 0; r < 2; ++r) AsNext[r] = A[kNext + r * 32 + threadIdx.x]; } else
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int iRound = 0; iRound < 2; ++iRound) {
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    { if (N > 9) { for (int r = 0; r < 2; ++r) As[r * 32 + threadIdx.x] = A[k + r * 32 + threadIdx.x]; } else for (int i = threadIdx.x; i < 64; i += 32) As[i] = A[k + i]; }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
