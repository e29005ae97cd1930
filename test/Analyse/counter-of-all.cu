// A counter that is declared before serves the loads, a statement of the computation in front of the barrier, and others behind it. Each
// loop sets it first, so that no statement leaves it to another.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not='left alone'
// CHECK: executed: {{.*}}, equal
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float part[2], sum[2];
  int i, j;
  for (i = 0; i < 2; ++i)
    sum[i] = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (i = 0; i < 4; ++i)
      s[i * 16 + threadIdx.x % 16] = A[k + i * 16 + threadIdx.x % 16];
    for (i = 0; i < 2; ++i)
      if (k + i < n)
        part[i] = B[k + i];
    __syncthreads();
    for (j = 0; j < 64; ++j)
      for (i = 0; i < 2; ++i)
        sum[i] += s[j] * part[i];
    __syncthreads();
  }
  for (i = 0; i < 2; ++i)
    C[threadIdx.x * 2 + i] = sum[i];
}
