// Both instances fill the one tile, each by a statement of its own.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <int BK, bool Second>
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += BK) {
    if constexpr (Second)
      As[threadIdx.x] = B[k + threadIdx.x];
    else
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<64, true>(const float *, const float *, float *, int);
template __global__ void sums<64, false>(const float *, const float *, float *, int);
