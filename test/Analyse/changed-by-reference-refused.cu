// The local that the tile is filled from was changed by a function, so that its
// source is not what is stored.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

__device__ inline bool negate(int &Value) {
  Value = -Value;
  return Value > 0;
}

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    int value = A[k + threadIdx.x];
    if (bool positive = negate(value); positive)
      As[threadIdx.x] = value;
    else
      As[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
