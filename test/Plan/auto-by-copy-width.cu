// The form is chosen by the width of a raw copy: 16 bytes by cp.async, 4 and 8
// through registers.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --print=plan | FileCheck %s

__global__ void widths(const float *__restrict__ A, const float2 *__restrict__ B,
                       const float4 *__restrict__ D, float *__restrict__ C,
                       int N) {
  __shared__ float As[64];
  __shared__ float2 Bs[64];
  __shared__ float4 Ds[64];
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3
  for (int k = 0; k < N; k += 64) {
// CHECK-NEXT: plan form=mixed shape=predicate stages=2
// CHECK-NEXT: tile As copy=register stages=2
    As[threadIdx.x] = A[k + threadIdx.x];
// CHECK-NEXT: tile Bs copy=register stages=2
    Bs[threadIdx.x] = B[k + threadIdx.x];
// CHECK-NEXT: tile Ds copy=async16 stages=2
    Ds[threadIdx.x] = D[k + threadIdx.x];
// CHECK-NEXT: fetch float for As
// CHECK-NEXT: fetch float2 for Bs
// CHECK-NEXT: because 'As' goes through registers: its raw copies are 4 bytes wide
    __syncthreads();
    sum += As[0] + Bs[1].x + Ds[2].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
