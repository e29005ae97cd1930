// cuda::pipeline among other names: a variable 'pipe', a namespace 'cuda' of the
// user's own, and macros of the command line.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null -- -DStages=3 -DGroup=2 | %strip | FileCheck %s
__device__ int pipe;

// CHECK-LABEL: void sums(
// CHECK: auto pipe2 = cuda::make_pipeline();
// CHECK: pipe2.producer_acquire();
// CHECK: cuda::pipeline_consumer_wait_prior<0>(pipe2);
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float4 Bs[64];
  float sum = Stages + pipe;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
// CHECK: auto pipe3 = cuda::make_pipeline();
// CHECK: pipe3.producer_commit();
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum *= Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace library {
namespace cuda {
constexpr int block = 64;
}
// CHECK-LABEL: void inside(
// CHECK: auto pipe2 = ::cuda::make_pipeline();
// CHECK: ::cuda::memcpy_async(
// CHECK: ::cuda::aligned_size_t<16>(sizeof(float4)),
// CHECK: ::cuda::pipeline_consumer_wait_prior<0>(pipe2);
__global__ void inside(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += cuda::block) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace library
