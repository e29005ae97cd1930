// A macro stands for something else behind the computation, where stores of the next tile land.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#define FLIP 1

__global__ void redefined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'FLIP' would be 'IntegerLiteral 2'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ FLIP] = A[k + threadIdx.x];
    __syncthreads();
#undef FLIP
#define FLIP 2
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define SLOT(x) (x)

__global__ void with_arguments(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'SLOT' would be{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[SLOT(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
#undef SLOT
#define SLOT(x) ((x) ^ 1)
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void defined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  constexpr unsigned Shift = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Shift' would be {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ Shift] = A[k + threadIdx.x];
    __syncthreads();
#define Shift 3
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

constexpr unsigned Mask = 1;
#define MASK Mask

__global__ void undefined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ MASK] = A[k + threadIdx.x];
    __syncthreads();
#undef MASK
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
