// Errors elsewhere leave a kernel alone; in the kernel itself they refuse it.
// REQUIRES: clang-tidy
// RUN: not %bare-tidy --quiet '--config={CheckOptions: {pipeline-rewrite-k-loop.Choose: rules, pipeline-rewrite-k-loop.ShowRefusals: true}}' %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

// CHECK: errors.cu:[[@LINE+1]]:28: error: use of undeclared identifier 'nothing'
void elsewhere() { int x = nothing; }

__global__ void good(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  // CHECK: errors.cu:[[@LINE+1]]:3: warning: loop in 'good' can be software-pipelined
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void bad(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  nowhere(K);
  // CHECK: errors.cu:[[@LINE+1]]:3: remark: loop left alone: {{.*}} (errors-in-function)
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
