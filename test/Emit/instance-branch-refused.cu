// The branch that the first instance discards has parts that only a third one runs.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null -- -std=c++17 | FileCheck %s

template <int Kind> __global__ void chain(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the instances need different parts of a branch [instances-differ]
  for (int k = 0; k < N; k += 64) {
    int off = 0;
    if constexpr (Kind == 0)
      off = 1;
    else if constexpr (Kind == 1)
      off = k / 2;
    else
      off = k / 4;
    As[threadIdx.x] = A[k + threadIdx.x + off];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void chain<0>(const float *, float *, int);
template __global__ void chain<1>(const float *, float *, int);
template __global__ void chain<2>(const float *, float *, int);
