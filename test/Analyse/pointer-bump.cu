// Miscompile class: a pointer bump that is not moved with the load. A pointer
// that only the loads read moves with them; one that the computation reads too
// gets a copy.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s
// CHECK: carried A copy
// CHECK: carried B moved

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[threadIdx.x] + B[threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * *A;
    __syncthreads();
    A += 64;
    B += 64;
  }
  C[threadIdx.x] = sum;
}
