// Lines move: a kernel that prints or stores their numbers is compared as if they had not.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: executed: {{.*}} equal

#define CHECKED(condition, error) \
  if (!(condition)) \
  *(error) = __LINE__

template <int Times> __device__ void trace(float x) { printf("%d: %f\n", __LINE__, Times * x); }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int *__restrict__ Error, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    CHECKED(sum > 0.0f, Error + threadIdx.x);
    __syncthreads();
  }
  trace<2>(sum);
  C[threadIdx.x] = sum;
}
