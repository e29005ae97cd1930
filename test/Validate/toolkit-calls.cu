// Functions of these names that the place of the text does not see.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK: executed: {{.*}}, equal
// CHECK: 1 loop: 1 rewritten
namespace used {
__device__ inline void __pipeline_commit() {}
} // namespace used
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
