// A kernel that takes longer than a trial may has no deadlock.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>&1 >/dev/null | FileCheck %s --implicit-check-not=DEADLOCK
// CHECK: not executed: {{.*}}the original, first of all: it takes more steps, or time, than a trial has
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float s[256];
  float sum = 0.0f;
  for (int k = 0; k < 4096; k += 256) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int r = 0; r < 4096; ++r)
#pragma unroll 1
      for (int i = 0; i < 256; ++i)
        sum = sum * 0.5f + s[(i + threadIdx.x) % 256];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float *A, float *C) { sums<<<1, 256>>>(A, C); }
