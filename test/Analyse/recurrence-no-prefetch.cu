// A recursive filter: what is read from global memory is used, and what is
// stored is a result. That is no register prefetch, and no K-loop either.
// RUN: %pipeline-rewrite %s %builtin 2>&1 | FileCheck %s
// CHECK-NOT: already pipelined

__global__ void filter(const float *__restrict__ X, float *__restrict__ Y, int N) {
  __shared__ float out[64], state[64];
  float x = 0.0f;
  out[threadIdx.x] = state[threadIdx.x] = 0.0f;
  __syncthreads();
  for (int n = 0; n < N; ++n) {
    if (threadIdx.x == 0)
      x = X[n];
    else
      x = out[threadIdx.x - 1];
    const float y = x + state[threadIdx.x];
    state[threadIdx.x] = x - y;
    out[threadIdx.x] = y;
    __syncthreads();
  }
  Y[threadIdx.x] = out[threadIdx.x];
}
