// The last tile, and each that a ring still holds, takes the vote at the end of
// its iteration as well.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING

// CHECK: // Epilogue
// CHECK-NEXT: if (hasTiles) {
// CHECK: sum += As[stage][i];
// CHECK-NEXT: many = __syncthreads_count(sum > 3.0f);
// CHECK-NEXT: total += many;
// CHECK-NEXT: }
// RING: // Epilogue
// RING: sum += As[stage][i];
// RING-NEXT: many = __syncthreads_count(sum > 3.0f);
// RING-NEXT: total += many;
// RING-NEXT: __pipeline_wait_prior(1);
// RING-NEXT: __syncthreads();
__global__ void total_of_votes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int many = 0, total = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    many = __syncthreads_count(sum > 3.0f);
    total += many;
  }
  C[threadIdx.x] = sum + total;
}
