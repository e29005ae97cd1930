// Miscompile class: name capture. New names avoid macros that stand in no line
// of the file.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - -- -Dstage=7 -DAsNext=3 2>/dev/null | %strip | FileCheck %s
// What comes before the file is read anew, kept, and taken from there.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{run} = env PIPELINE_REWRITE_PRELUDES=%t %pipeline-rewrite %s %builtin --variant=ldg -o - -- -Dstage=7 -DAsNext=3
// RUN: %{run} 2>/dev/null > %t/1.cu && %{run} 2>/dev/null > %t/2.cu && %{run} 2>/dev/null > %t/3.cu
// RUN: %strip < %t/1.cu | FileCheck %s && cmp %t/1.cu %t/2.cu && cmp %t/1.cu %t/3.cu
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
