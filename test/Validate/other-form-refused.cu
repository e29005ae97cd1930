// The shape is given, and asks behind the macro that changes whether there is another tile.
// RUN: %pipeline-rewrite %s %builtin --epilogue=predicate 2>&1 >/dev/null | FileCheck %s

#define LIMIT N

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'LIMIT' would be {{.*}} [meaning-changes]
  for (int k = 0; k < LIMIT; k += 64) {
#undef LIMIT
#define LIMIT 64
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < LIMIT; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
