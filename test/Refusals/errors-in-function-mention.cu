// A declaration with an error that the kernel does not mention is none of its loop.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not='left alone'
// CHECK: remark: rewritten: {{.*}} in 'sums'

texture<float> Lost;
__device__ float fetched(int i) { return tex1Dfetch(Lost, i); }

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
