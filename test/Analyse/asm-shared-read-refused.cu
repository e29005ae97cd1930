// Inline assembly that loads shared memory reads a tile for all that is
// known: behind the last barrier the next tile may be there already.
// ACCEPTED: asm-shared-read.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  unsigned place = (unsigned)__cvta_generic_to_shared(&As[threadIdx.x]);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-layout]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    float last;
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(last) : "r"(place));
    sum += last;
  }
  C[threadIdx.x] = sum;
}
