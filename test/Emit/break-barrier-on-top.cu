// A statement above the barrier on top concerns its thread alone: no barrier has to order it and what stands below,
// also where a break lets the load barrier order more than the loads.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single --verify=kernels 2>&1 | FileCheck %s
// CHECK: run {{ *}}executed: {{.*}} equal

__global__ void sums(const float *__restrict__ A, int K, float *__restrict__ Out, bool Once) {
  __shared__ float As[32];
  __shared__ float early[32];
  const int tid = threadIdx.x;
  float acc = 0.0f;
  early[tid] = tid;
  __syncthreads();
  int k0 = -32;
  while (k0 + 32 < K) {
    k0 += 32;
    __syncthreads();
    acc += early[(tid + 3) % 32];
    As[tid] = k0 + tid < K ? A[k0 + tid] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      acc += As[i];
    if (Once)
      break;
  }
  early[tid] = acc;
  __syncthreads();
  Out[blockIdx.x * 32 + tid] = acc + early[(tid + 1) % 32];
}

void run(const float *A, int K, float *Out) { sums<<<1, 32>>>(A, K, Out, false); }
