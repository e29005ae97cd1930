// The async twins of a lambda and of a member function are given the pipeline,
// as their first parameter.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null | %strip | FileCheck %s

struct Rows {
  const float4 *From;
// CHECK: // next(), asynchronously.
  __device__ void next(float4 (&tile)[64], int k) const {
    tile[threadIdx.x] = From[k + threadIdx.x];
  }
// CHECK: __device__ void nextAsync(cuda::pipeline<cuda::thread_scope_thread> &pipe, float4 (&tile)[64], int k) const {
};

__global__ void member(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  const Rows rows = {A};
  float sum = 0.0f;
// CHECK: rows.nextAsync(pipe, As[0], kNext);
// CHECK: rows.nextAsync(pipe, As[stage ^ 1], kNext);
  for (int k = 0; k < N; k += 64) {
    rows.next(As, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void lambda(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  auto load = [=](float4 (&tile)[64], int k) {
    tile[threadIdx.x] = A[k + threadIdx.x];
  };
  float sum = 0.0f;
// CHECK: auto loadAsync = [=](cuda::pipeline<cuda::thread_scope_thread> &pipe, float4 (&tile)[64], int k) {
// CHECK: loadAsync(pipe, As[0], kNext);
// CHECK: loadAsync(pipe, As[stage ^ 1], kNext);
  for (int k = 0; k < N; k += 64) {
    load(As, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
