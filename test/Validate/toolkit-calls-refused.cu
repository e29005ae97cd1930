// The functions of asynchronous copies are others where the text lands.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
__global__ void lambda(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
  auto __pipeline_wait_prior = [](int) {};
  __pipeline_wait_prior(1);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: '__pipeline_wait_prior' would be '__pipeline_wait_prior' of line 6 in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runLambda(const float *A, float *C, int K) { lambda<<<1, 64>>>(A, C, K); }

namespace used {
__device__ inline void __pipeline_commit() {}
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
  __pipeline_commit();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: '__pipeline_commit' would be 'used::__pipeline_commit void ()' of line 21 in the new text, and is the toolkit's [meaning-changes]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace used
void runUsed(const float *A, float *C, int K) { used::sums<<<1, 64>>>(A, C, K); }
