// Several stores in one statement: all or nothing of it belongs to the loads,
// and all of it goes through registers.
// RUN: %pipeline-rewrite %s %builtin 2>/dev/null | %strip | FileCheck %s

// CHECK: +{{.*}} AsNext = A[kNext + threadIdx.x];
// CHECK-NEXT: +{{.*}} BsNext = B[kNext + threadIdx.x];
// CHECK: +{{.*}} As[stage ^ 1][threadIdx.x] = AsNext, (Bs[stage ^ 1][threadIdx.x] = BsNext, Bs[stage ^ 1][threadIdx.x + 64] = float4());
__global__ void list(const float4 *A, const float4 *B, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float4 Bs[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x], (Bs[threadIdx.x] = B[k + threadIdx.x], Bs[threadIdx.x + 64] = float4());
    __syncthreads();
    sum += As[63 - threadIdx.x].x * Bs[63 - threadIdx.x].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
