// Tiles in a struct without a name, in a template whose element may have any size: the assertion on the size of a copy names an element of
// the first stage.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t.cu

// CHECK: remark: rewritten: cpasync, 3 stages
// CHECK: executed: {{.*}}equal
// TEXT: static_assert(sizeof(memory[0].Bs[threadIdx.x]) == 4
template <typename T> __global__ void unnamed(const T *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ T As[64];
  __shared__ struct {
    float4 Bs[64];
  } memory;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    memory.Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x * memory.Bs[63 - threadIdx.x].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void unnamed<float2>(const float2 *, const float4 *, float *, int);
template __global__ void unnamed<float4>(const float4 *, const float4 *, float *, int);
