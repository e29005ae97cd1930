// Accesses of 16 bytes through macros, with parentheses around them or not, and
// with an index behind the cast: copied asynchronously in the user's words.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --stages=3 -o - 2>/dev/null | FileCheck %s

#define FOUR(X) (*(float4 *)&(X))
#define FIRST(X) (reinterpret_cast<float4 *>(&(X))[0])

// CHECK-LABEL: __global__ void parentheses
// CHECK: __pipeline_memcpy_async(&FOUR(As[fill][i]), &FOUR(A[kNext + i]), sizeof(float4));
// CHECK: __pipeline_memcpy_async(&FOUR(As[fill][i]), &FOUR(A[kNext + i]), sizeof(float4));
// CHECK: sum += As[stage][j];
__global__ void parentheses(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  const int i = threadIdx.x * 4;
  for (int k = 0; k < N; k += 256) {
    FOUR(As[i]) = (FOUR(A[k + i]));
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: __global__ void cast
// CHECK: __pipeline_memcpy_async(&FIRST(As[fill][i]), &FIRST(A[kNext + i]), sizeof(float4));
__global__ void cast(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  const int i = threadIdx.x * 4;
  for (int k = 0; k < N; k += 256) {
    ((FIRST(As[i]))) = ((FIRST(A[k + i])));
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The user's own casts around a macro are his text.
// CHECK-LABEL: __global__ void ownCast
// CHECK: __pipeline_memcpy_async((float4 *)&ADDRESS(As[fill], i), (const float4 *)&ADDRESS(A, kNext + i), sizeof(float4));
#define ADDRESS(X, I) X[I]
__global__ void ownCast(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  const int i = threadIdx.x * 4;
  for (int k = 0; k < N; k += 256) {
    *(float4 *)&ADDRESS(As, i) = *(const float4 *)&ADDRESS(A, k + i);
    __syncthreads();
    for (int j = 0; j < 256; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
