// A template's loop is one site with one instance per set of arguments.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s --implicit-check-not=loop

template <int BK>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in sums instances=2 
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<64>(const float *, float *, int);
template __global__ void sums<32>(const float *, float *, int);
