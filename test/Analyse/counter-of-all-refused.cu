// The statement in front of the barrier leaves the counter to the next one.
// ACCEPTED: counter-of-all.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float part[2], sum = 0.0f;
  int i, j;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < n; k += 64) {
    for (i = 0; i < 4; ++i)
      s[i * 16 + threadIdx.x % 16] = A[k + i * 16 + threadIdx.x % 16];
    part[0] = B[k + i];
    for (i = 0; i < 2; ++i)
      part[i % 2] = B[k + i];
    __syncthreads();
    for (j = 0; j < 64; ++j)
      sum += s[j] * part[j % 2];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
