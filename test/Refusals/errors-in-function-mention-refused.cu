// A declaration with an error makes every mention of it lost, without another error where it is mentioned: in the loads, in the
// computation, after the loop, in a function that is called.
// ACCEPTED: errors-in-function-mention.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

texture<float> Lost;

__global__ void loads(const int *__restrict__ At, float *__restrict__ C, int N) {
  __shared__ float2 As[64];
  float2 value;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line [[@LINE-6]]: no template named 'texture' [errors-in-function]
  for (int k = 0; k < N; k += 64) {
    value.x = tex1Dfetch(Lost, At[k + threadIdx.x]);
    value.y = tex1Dfetch(Lost, At[k + threadIdx.x] + 1);
    As[threadIdx.x] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x + As[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// This one crashed.
__global__ void parts(const int *__restrict__ At, float *__restrict__ C, int N) {
  __shared__ float2 As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [errors-in-function]
  for (int k = 0; k < N; k += 64) {
    float2 value;
    if (threadIdx.x < 32)
      for (int i = 0; i < 2; ++i)
        value.y = tex1Dfetch(Lost, At[k + threadIdx.x] + i);
    memset(&As[threadIdx.x], 0, sizeof(float2));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define KERNEL(NAME, COMPUTE, AFTER)                                           \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,     \
                       int N) {                                                \
    __shared__ float As[64];                                                   \
    float sum = 0.0f;                                                          \
    for (int k = 0; k < N; k += 64) {                                          \
      As[threadIdx.x] = A[k + threadIdx.x];                                    \
      __syncthreads();                                                         \
      for (int i = 0; i < 64; ++i)                                             \
        COMPUTE;                                                               \
      __syncthreads();                                                         \
    }                                                                          \
    AFTER;                                                                     \
  }

__device__ float fetched(int i) { return tex1Dfetch(Lost, i); }

// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(computation, sum += As[i] * tex1Dfetch(Lost, i), C[threadIdx.x] = sum)
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(after, sum += As[i], C[threadIdx.x] = sum + tex1Dfetch(Lost, 0))
// CHECK: :[[@LINE+1]]:1: warning: loop left alone: {{.*}} [errors-in-function]
KERNEL(called, sum += As[i] * fetched(i), C[threadIdx.x] = sum)
