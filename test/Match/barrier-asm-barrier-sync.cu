// barrier.sync 0 in inline assembly is a block barrier, and is repeated as it
// is spelled.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --print=matches | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=OUT
// OUT: // Prologue
// OUT: As[0][threadIdx.x] = A[kNext + threadIdx.x];
// OUT-NEXT: asm volatile("barrier.sync 0;");
// OUT-NEXT: }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in sums instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    asm volatile("barrier.sync 0;");
    sum += As[63 - threadIdx.x];
    asm volatile("barrier.sync 0;");
  }
  C[threadIdx.x] = sum;
}
