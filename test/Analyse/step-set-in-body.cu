// Miscompile class: no load reads the step that the body sets, but the next
// tile depends on it. It runs with every tile, in front of the step.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

// CHECK: // Fetch the next tile
// CHECK-NEXT: stepNext = k{{.*}} 32 : 64;
// CHECK-NEXT: kNext += stepNext;
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int step;
  for (int k = 0; k < N; k += step) {
    step = k % 3 ? 32 : 64;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < step; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
