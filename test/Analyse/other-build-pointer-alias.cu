// An alias of a pointer to a function or an array has its name between parentheses. The type in front of it is no name of the build's.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not='left alone'
// CHECK: executed: {{.*}}, equal
#if CUDA_VERSION >= 14000
typedef void (*Callback)(double);
typedef const float (*Rows)[32];
#else
typedef void (*Callback)(float);
typedef const float (*Rows)[16];
#endif

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
