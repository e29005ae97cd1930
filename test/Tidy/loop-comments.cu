// REQUIRES: clang-tidy
// RUN: %bare-tidy %s "--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.ShowRefusals: true}}" -- %tidy-flags 2>&1 | FileCheck %s
// A comment on a loop holds in clang-tidy as on the command line.

__global__ void peeled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:38: warning: 'of' is not followed: unknown key 'of'{{.*}} [pipeline-rewrite-k-loop]
// CHECK: :[[@LINE+2]]:3: warning: loop in 'peeled' can be software-pipelined: ldg, 2 stages, peel
  // pipeline-rewrite: epilogue=peel of
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void left(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: loop left alone: a comment says so (annotated-off)
  for (int k = 0; k < N; k += 64) { // pipeline-rewrite: off
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
