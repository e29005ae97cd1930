// Two loops of one kernel get names of their own; another kernel starts anew.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK-LABEL: void two(
// CHECK: int stage = 0;
// CHECK: const bool hasNext =
// CHECK: As[stage ^ 1][threadIdx.x] = AsNext;
// CHECK: int stage2 = 0;
// CHECK: const bool hasNext2 =
// CHECK: Bs[stage2 ^ 1][threadIdx.x] = BsNext;
// CHECK-LABEL: void one(
// CHECK: int stage = 0;
// CHECK: const bool hasNext =

__global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum *= Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
