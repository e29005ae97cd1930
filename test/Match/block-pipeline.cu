// A pipeline of the block by hand: waiting for it is the loop's barrier.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  float sum = 0.0f;
  pipe.producer_acquire();
  cuda::memcpy_async(&As[0][threadIdx.x], &A[threadIdx.x], sizeof(float), pipe);
  pipe.producer_commit();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: asynchronous copies,
  for (int k = 0; k < N; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&As[(k + 1) % 2][threadIdx.x], &A[(k + 1) * 64 + threadIdx.x],
                       sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += As[k % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}
