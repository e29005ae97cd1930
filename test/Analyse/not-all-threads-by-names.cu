// Some threads leave the kernel, by a condition that is made in a way beside plain assignments: a pipeline of the block
// would wait for them.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax --variant=cpasync --api=pipeline-block 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'chained'
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'init_capture'
// CHECK: remark: rewritten: cpasync, 2 stages, predicate, in 'init_address'

__global__ void chained(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int n = 0;
  (n = 0) += threadIdx.x >> 5;
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

__global__ void init_capture(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int n = 0;
  auto f = [&m = n] { m = threadIdx.x >> 5; };
  f();
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

__global__ void init_address(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  int n = 0;
  auto f = [m = &n] { *m = threadIdx.x >> 5; };
  f();
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
