// The lambda keeps the first value of a variable of which the loads need a copy.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: load-lambda.cu

__global__ void keeps_the_first_step(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k = 0;
  auto load = [=](int to) { As[to] = A[k + to]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'load', which reads 'k' of the loop, not a parameter [load-in-callee]
  for (; k < N; k += 64) {
    load(threadIdx.x);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
