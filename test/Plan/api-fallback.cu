// cuda::pipeline is asked for where it cannot be compiled: the primitives are
// taken, and the report says why.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --api=pipeline -o %t.cu -- -std=c++14 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// OLD: rewritten: cpasync, 2 stages, predicate, in 'sums'
// OLD: cp.async is written with the primitives: cuda::pipeline needs C++17
// RUN: %pipeline-rewrite %s %builtin --stages=2 --api=pipeline -o - 2>/dev/null -- -std=c++17 | FileCheck %s --check-prefix=NEW
// TEXT: {{^}}    __pipeline_commit();
// NEW: {{^}}    pipe.producer_commit();

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
