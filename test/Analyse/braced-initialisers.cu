// Braces around one value mean nothing: pointers, references and starts of
// loops are followed through them.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --print=plan 2>&1 | FileCheck %s
// CHECK: plan form=mixed
// CHECK: tile As copy=register
// CHECK: tile Bs copy=async4

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256], Bs[256];
  float sum{0.0f};
  for (int k{0}; k < N; k += 256) {
    float4 v{0, 0, 0, 0};
    const int i{k + 4 * int(threadIdx.x)};
    if (i < N)
      v = *reinterpret_cast<const float4 *>(&A[i]);
    float *const p{reinterpret_cast<float *>(&v)};
    if (i + 4 > N)
      p[3] = 0.0f;
    *reinterpret_cast<float4 *>(&As[4 * threadIdx.x]) = v;
    const float *const source{A + k};
    for (int j{0}; j < 4; ++j)
      Bs[threadIdx.x + 64 * j] = source[threadIdx.x + 64 * j];
    __syncthreads();
    for (int j{0}; j < 256; ++j)
      sum += As[j] * Bs[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
