// nvcc takes alignas behind __shared__, and so does Clang 22. Clang 19 does not, and the report says what it takes.
// REQUIRES: clang-19
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ alignas(16) float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: line [[@LINE-2]]: an attribute list cannot appear here [errors-in-function]
// CHECK-NEXT: advice Write alignas(16) in front of __shared__, or __align__(16) in its place: Clang 19, by which this program reads, takes it nowhere else.
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In either place that the advice names.
__global__ void before(const float *__restrict__ A, float *__restrict__ C, int N) {
  alignas(16) __shared__ float As[64];
  __shared__ __align__(16) float Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
