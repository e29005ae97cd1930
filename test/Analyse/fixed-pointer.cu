// The loop stores to nothing that these lead to.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin --kernel=named -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

__constant__ float *held;
__device__ float table[4096];

struct Place {
  static constexpr float *Data = table;
  static constexpr int Step = 64;
};

// CHECK: :[[@LINE+4]]:3: remark: rewritten:
__global__ void through_constant_memory(float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = held[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 127 - threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: :[[@LINE+5]]:3: remark: rewritten:
__global__ void named(float *__restrict__ C, int N) {
  __shared__ float As[64];
  Place place;
  float sum = 0.0f;
  for (int k = 0; k < N; k += place.Step) {
    As[threadIdx.x] = place.Data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
