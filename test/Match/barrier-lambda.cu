// A lambda whose body is a barrier and nothing else is a block barrier, and is
// repeated as it is spelled.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --print=matches | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=OUT
// OUT: // Prologue
// OUT: As[0][threadIdx.x] = A[kNext + threadIdx.x];
// OUT-NEXT: wait();
// OUT-NEXT: }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  auto wait = [] { __syncthreads(); };
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in sums instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    wait();
    sum += As[63 - threadIdx.x];
    wait();
  }
  C[threadIdx.x] = sum;
}
