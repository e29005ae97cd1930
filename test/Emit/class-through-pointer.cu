// A class object that is read through a pointer into a local: the pointer leads
// into the register, which has the local's type.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

struct Pair { float x, y; };
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Pair As[64];
  float sum = 0;
// CHECK: vNext = A[kNext + threadIdx.x];
// CHECK: if (hasNext) {
// CHECK-NEXT: for (int i = 0; i < 2; ++i)
// CHECK-NEXT: As[stage ^ 1][2 * threadIdx.x + i] = reinterpret_cast<const Pair *>(&vNext)[i];
  for (int k = 0; k < N; k += 32) {
    float4 v{0, 0, 0, 0};
    if (threadIdx.x < 32)
      v = A[k + threadIdx.x];
    for (int i = 0; i < 2; ++i)
      As[2 * threadIdx.x + i] = reinterpret_cast<const Pair *>(&v)[i];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
