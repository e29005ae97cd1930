// What the function puts there is read-only for the whole kernel.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ inline void point(const float *&p, const float *q) { p = q; }

__global__ void sums(const float *__restrict__ A, float *__restrict__ B,
                     float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *from = A;
  point(from, B);
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
