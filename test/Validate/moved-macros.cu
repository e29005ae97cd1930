// The macros between the two places are other ones.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define FLIP 1

__global__ void redefined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ FLIP] = A[k + threadIdx.x];
    __syncthreads();
#undef FLAP
#define FLAP 2
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
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[SLOT(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
#define SLIT(x) ((x) ^ 1)
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
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ Shift] = A[k + threadIdx.x];
    __syncthreads();
#define Shifted 3
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
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ MASK] = A[k + threadIdx.x];
    __syncthreads();
#undef OTHER
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The register's type is spelled in the macro alone.
#define WHOLE(value) (reinterpret_cast<float4 *>(&(value))[0])

__global__ void spelled_in_macro(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 256) {
    WHOLE(Row[threadIdx.x * 4]) = WHOLE(A[k + threadIdx.x * 4]);
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
