// A list of stores that also does something else.
// ACCEPTED: store-list.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void list(const float *A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f;
  int j = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-in-callee]
  for (int k = 0; k < N; k += 128) {
    As[threadIdx.x] = A[j], j += 64;
    As[threadIdx.x + 64] = A[j], j += 64;
    __syncthreads();
    sum += As[127 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
