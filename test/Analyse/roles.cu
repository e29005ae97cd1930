// What becomes of each statement: the loads and what they need move, what both
// sides need is copied, updates run ahead.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s

__global__ void roles(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  int row = 0;
  for (int k = 0; k < N; k += 64) {
// CHECK: unit [[@LINE+1]]: declaration
    __shared__ float As[64];
// CHECK-NEXT: unit [[@LINE+1]]: both
    int column = k + threadIdx.x;
// CHECK-NEXT: unit [[@LINE+1]]: load{{$}}
    int from = row * N + column;
// CHECK-NEXT: unit [[@LINE+1]]: load{{$}}
    As[threadIdx.x] = A[from];
// CHECK-NEXT: unit [[@LINE+1]]: load-barrier
    __syncthreads();
// CHECK-NEXT: unit [[@LINE+1]]: compute
    sum += As[63 - threadIdx.x] * column;
// CHECK-NEXT: unit [[@LINE+1]]: trailing-barrier
    __syncthreads();
// CHECK-NEXT: unit [[@LINE+1]]: load advance
    row += 1;
  }
// CHECK: tile As float[64] bytes=256 copy=4 declared-in-loop
// CHECK: carried row moved
// CHECK: carried k copy
  C[threadIdx.x] = sum;
}
