// Asynchronous copies that are waited for at once, in each spelling: the copies
// of the next tile are moved ahead, and no wait of the user's is left.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 -o - | %strip | FileCheck %s --check-prefix=TEXT --implicit-check-not='cg::wait(' --implicit-check-not=arrive_and --implicit-check-not=consumer_

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// Functions of the user's own.
__device__ unsigned sharedAddress(const void *p) {
  unsigned to;
  asm("{ .reg .u64 u; cvta.to.shared.u64 u, %1; cvt.u32.u64 %0, u; }"
      : "=r"(to)
      : "l"(p));
  return to;
}
template <int BYTES>
__device__ void copyIf(void *to, const void *from, bool inside) {
  const int size = inside ? BYTES : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;" ::"r"(sharedAddress(to)),
               "l"(from), "n"(BYTES), "r"(size));
}
__device__ void waitForAll() { asm volatile("cp.async.wait_all;"); }

// CHECK: remark: rewritten: {{.*}} in 'byFunction'
// TEXT: byFunction
// TEXT: if (threadIdx.x < n) {
// TEXT-NEXT: __pipeline_memcpy_async(&q[0][threadIdx.x], &Q[kNext * 64 + threadIdx.x], sizeof(float4));
__global__ void byFunction(const float4 *__restrict__ Q, float *__restrict__ C, int n) {
  __shared__ float4 q[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    copyIf<16>(&q[threadIdx.x], &Q[k * 64 + threadIdx.x], threadIdx.x < n);
    waitForAll();
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += q[i].x * q[i ^ 5].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// PTX by macros; an address that is a sum.
#define COPY(to, from) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from))
#define COMMIT() asm volatile("cp.async.commit_group;" ::)
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n))
// CHECK: remark: rewritten: {{.*}} in 'byMacro'
// TEXT: byMacro
// TEXT: reinterpret_cast<float4 *>(&tile[0][0][0] + static_cast<int>(threadIdx.x / 4 * 24 + column)),
__global__ void byMacro(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ __align__(16) float tile[16][24];
  const int column = threadIdx.x % 4 * 4;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    const unsigned base = __cvta_generic_to_shared(tile);
    unsigned to = base + static_cast<int>(threadIdx.x / 4 * 24 + column) * sizeof(float);
    COPY(to, &A[(threadIdx.x / 4) * n + k + column]);
    COMMIT();
    WAIT(0);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[threadIdx.x % 16][i] * tile[i][threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'byGroup'
// TEXT: byGroup
// TEXT: for (unsigned i = block.thread_rank(); i < 4 * 32; i += block.size())
// TEXT-NEXT: __pipeline_memcpy_async(&xs[0][i], &(x + kNext)[i], sizeof(float));
__global__ void byGroup(const float *__restrict__ x, float *__restrict__ C, int n) {
  __shared__ float xs[128];
  const auto block = cg::this_thread_block();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    cg::memcpy_async(block, xs, x + k, sizeof(float) * (4 * 32));
    cg::wait(block);
    for (int i = 0; i < 128; ++i)
      sum += xs[i];
    block.sync();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'byBarrier'
// TEXT: byBarrier
__global__ void byBarrier(const float *__restrict__ x, float *__restrict__ C, int n) {
  __shared__ float xs[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    cuda::memcpy_async(cg::this_thread_block(), xs, x + k, sizeof(xs), bar);
    bar.arrive_and_wait();
    for (int i = 0; i < 128; ++i)
      sum += xs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'byPipeline'
// TEXT: byPipeline
__global__ void byPipeline(const float *__restrict__ x, float *__restrict__ C, int n) {
  __shared__ float xs[128];
  auto pipe = cuda::make_pipeline();
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    pipe.producer_acquire();
    cuda::memcpy_async(&xs[threadIdx.x], &x[k + threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += xs[i];
    __syncthreads();
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}

// A pipeline of the block is a barrier itself.
// CHECK: remark: rewritten: {{.*}} in 'byBlock'
// TEXT: byBlock
__global__ void byBlock(const float *__restrict__ x, float *__restrict__ C, int n) {
  __shared__ float xs[128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    pipe.producer_acquire();
    cuda::memcpy_async(&xs[threadIdx.x], &x[k + threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    for (int i = 0; i < 128; ++i)
      sum += xs[i];
    pipe.consumer_release();
  }
  C[threadIdx.x] = sum;
}

// What was copied before the loop has been waited for; so has the other tile of
// an iteration.
// CHECK: remark: rewritten: {{.*}} in 'inTwoPhases'
// TEXT: inTwoPhases
// TEXT: vs[threadIdx.x] = V[k * 64 + threadIdx.x];
__global__ void inTwoPhases(const float4 *__restrict__ Q, const float4 *__restrict__ K,
                            const float4 *__restrict__ V, float *__restrict__ C, int n) {
  __shared__ float4 q[64], ks[64], vs[64];
  __pipeline_memcpy_async(&q[threadIdx.x], &Q[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&ks[threadIdx.x], &K[k * 64 + threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float part = 0.0f;
    for (int i = 0; i < 64; ++i)
      part += q[i].x * ks[i ^ 3].y;
    __syncthreads();
    __pipeline_memcpy_async(&vs[threadIdx.x], &V[k * 64 + threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part * vs[i].z;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
