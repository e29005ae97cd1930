// Two loops of one kernel get names of their own, but where their blocks are
// apart; another kernel starts anew.
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
// CHECK-LABEL: void apart(
// CHECK: int stage = 0;
// CHECK: As[stage ^ 1][threadIdx.x] = AsNext;
// CHECK: else
// CHECK: int stage = 0;
// CHECK: Bs[stage ^ 1][threadIdx.x] = BsNext;
// CHECK: int stage2 = 0;
// CHECK: Cs[stage2 ^ 1][threadIdx.x] = CsNext;

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

__global__ void apart(const float *__restrict__ A, float *__restrict__ C, int N,
                      int which) {
  __shared__ float As[64], Bs[64], Cs[64];
  float sum = 0.0f;
  if (which) {
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  } else {
    for (int k = 0; k < N; k += 64) {
      Bs[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum *= Bs[63 - threadIdx.x];
      __syncthreads();
    }
  }
  for (int k = 0; k < N; k += 64) {
    Cs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum -= Cs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
