// The nearest kernels: the same ways, of values that are the same in all threads.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline-block 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, block-wide cuda::pipeline, in 'assigned'
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, block-wide cuda::pipeline, in 'init_copy'

__global__ void assigned(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int n = 0;
  n = 0, n += blockIdx.x >> 5;
  if (n) return;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void init_copy(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int n = 0;
  auto f = [m = n] { return m + threadIdx.x; };
  sum += f();
  if (n) return;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
