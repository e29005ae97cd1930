// The value goes to another array; or the tile keeps its one buffer.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void other(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Out[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Out[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK-NEXT: because  one buffer, because the computation writes the tile 'As'
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    As[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
