// A function that copies gets an asynchronous twin with the same parameters,
// which the prologue calls as well.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING

namespace tile {
static __device__ __forceinline__ void load_row(float4 *to, const float4 *from)
{
  const float4 v = from[threadIdx.x];
  to[threadIdx.x] = v;
}
} // namespace tile
// CHECK: // load_row(), asynchronously.
// CHECK-NEXT: static __device__ __forceinline__ void load_row_async(float4 *to, const float4 *from)
// CHECK-NEXT: {
// CHECK-NEXT: __pipeline_memcpy_async(&to[threadIdx.x], &from[threadIdx.x], sizeof(float4));
// CHECK-NEXT: }
// CHECK: } // namespace tile

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
// CHECK: tile::load_row_async(As[0], A + kNext);
// CHECK-NEXT: __pipeline_commit();
// CHECK: tile::load_row_async(As[stage ^ 1], A + kNext);
// RING: tile::load_row_async(As[fill], A + kNext);
// RING: tile::load_row_async(As[fill], A + kNext);
  for (int k = 0; k < N; k += 64) {
    tile::load_row(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
