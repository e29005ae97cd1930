// What every instance discards and another may take: a barrier does no harm in the loop, nor what stands outside of it and changes nothing that
// the loads need.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s

template <bool More> __device__ float scaled(float x) {
  if constexpr (More) { __syncwarp(); }
  return 2.0f * x;
}

// CHECK: :[[@LINE+7]]:3: remark: rewritten: {{.*}} in 'barriers'
// CHECK: executed: {{.*}} equal
template <bool More> __global__ void barriers(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  if constexpr (More)
    sum = N;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += scaled<More>(As[63 - threadIdx.x]);
    if constexpr (More) __syncwarp();
    if constexpr (More) {
      __syncthreads();
    }
    if constexpr (!More) sum += 1.0f; else {}
    sum += As[threadIdx.x];
    __syncthreads();
  }
  if constexpr (More)
    C[N + threadIdx.x] = sum;
  C[threadIdx.x] = sum;
}
template __global__ void barriers<false>(const float *, float *, int);
