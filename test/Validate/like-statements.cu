// The nearest loops that are rewritten: the name is declared again in a block of its own, which is closed where the
// stores land; the statements are as like each other, and mean the same; two loops have a variable of the same name.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-4: remark: rewritten
// CHECK: 4 loops: 4 rewritten

constexpr unsigned By = 3;
__device__ float plus(float v, unsigned n) { return v + n; }

__global__ void closed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = plus(A[k + threadIdx.x], By);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    {
      const unsigned By = 5;
      sum += (float)(By);
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void same(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = plus(A[k + threadIdx.x], By);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    sum = plus(sum, By);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void two_loops(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  {
    const unsigned by = 2;
    for (int k = 0; k < N; k += 64) {
      Row[threadIdx.x] = plus(A[k + threadIdx.x], by);
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += Row[i];
      __syncthreads();
    }
  }
  const unsigned by = 7;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = plus(A[k + threadIdx.x], by);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
