// Miscompile class: name capture. New names avoid macros that stand in no line
// of the file.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - -- -Dstage=7 -DAsNext=3 2>/dev/null | %strip | FileCheck %s
// CHECK: int stage2 = 0;
// CHECK: float AsNext2;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
