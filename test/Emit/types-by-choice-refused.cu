// The value is kept in a local, and no words say its type in every build.
// ACCEPTED: types-by-choice.cu
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#ifdef WIDE
__device__ double third(const float *A, int i) { return A[i] / 3.0; }
#else
__device__ float third(const float *A, int i) { return A[i] / 3; }
#endif

__global__ void function(const float *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the type of what is loaded differs between instances or builds, and is spelled nowhere [instances-differ]
  for (int k = 0; k < N; k += 64) {
    const auto v = third(A, k + threadIdx.x);
    Row[threadIdx.x] = v * v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
