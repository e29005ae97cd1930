// A refusal is told on request, with its causes and what would help; a loop
// that is no K-loop, or is pipelined, never.
// REQUIRES: clang-tidy
// RUN: %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.AliasCheck: off}}' %s -- %tidy-flags 2>&1 | count 0
// RUN: %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.ShowRefusals: true, pipeline-rewrite-k-loop.AliasCheck: off}}' %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

__global__ void k(const float *A, float *C, int K) {
  __shared__ float As[64];
  // CHECK: refusals.cu:[[@LINE+4]]:3: remark: loop left alone: a store to 'C' may change what the next tile's load reads from 'A' (may-alias) [pipeline-rewrite-k-loop]
  // CHECK: refusals.cu:[[@LINE+6]]:5: note: stored here
  // CHECK: refusals.cu:[[@LINE+3]]:23: note: loaded here
  // CHECK: refusals.cu:[[@LINE+1]]:3: note: Add __restrict__
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void reduction(float *C, int K) {
  __shared__ float Sums[64];
  Sums[threadIdx.x] = C[threadIdx.x];
  for (int s = 32; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      Sums[threadIdx.x] += Sums[threadIdx.x + s];
  }
  C[0] = Sums[0];
}
