// The barrier of a body that begins with its barriers goes behind its last
// statement, also where that one moves away and shares its line.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: sum += As[i] * Bs[i];
// CHECK-EMPTY:
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: As[threadIdx.x] = AsNext;
// CHECK-NEXT: Bs[threadIdx.x] = BsNext;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: A += 64;
// CHECK-NEXT: B += 64;
// CHECK-NEXT: }

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[threadIdx.x];
    Bs[threadIdx.x] = B[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    A += 64; B += 64;
  }
  C[threadIdx.x] = sum;
}
