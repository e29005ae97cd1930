// Types and aliases that a block of the loads declares go with what names them, when the loads run at two distances.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --verify=kernels 2>&1 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --epilogue=peel --verify=kernels 2>&1 | FileCheck %s
// CHECK: remark: rewritten: mixed, 3 stages
// CHECK: run {{ *}}executed: {{.*}} equal

template <class T>
static __global__ void sums(const T *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int Tiles) {
  __shared__ T As[128];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  for (int t = 0; t < Tiles; ++t) {
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      using Value = T;
      struct Scaled {
        Value by;
        __device__ Value of(Value x) const { return x * by; }
      };
      Scaled twice{2};
      Value v = A[t * 128 + j * 64 + threadIdx.x];
      v = twice.of(v);
      As[j * 64 + threadIdx.x] = v;
    }
    Bs[threadIdx.x] = B[t * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i] * Bs[i / 2].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, const float4 *B, float *C, int Tiles) { sums<<<1, 64>>>(A, B, C, Tiles); }
