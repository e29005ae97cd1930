// One instance fills one tile, the other two: no text serves both.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <int BK, bool Twice>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  __shared__ float Bs[BK];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Twice)
      Bs[threadIdx.x] = A[k + N + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i] + (Twice ? Bs[i] : 0.0f);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<64, true>(const float *, float *, int);
template __global__ void sums<64, false>(const float *, float *, int);
