// Miscompile class: a register array that both halves use is filled while a pointer moves on, so that it is not filled again
// where it is stored; by then the computation has written over it.
// ACCEPTED: scratch-filled-with-pointer.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=syntax 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=syntax 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int lda, int n) {
  __shared__ float tile[4][32];
  float r[4];
  float sum = 0.0f;
  const float *p = A + threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'r' gets its value while a variable moves on {{.*}}, and the computation gives it another one {{.*}} [update-between-loads]
  for (int k = 0; k < n; k += 4) {
    for (int i = 0; i < 4; ++i) {
      r[i] = *p;
      p += lda;
    }
    for (int i = 0; i < 4; ++i)
      tile[i][threadIdx.x] = r[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i) {
      r[i] = tile[i][31 - threadIdx.x];
      sum += r[i] * (i + 1);
    }
    __syncthreads();
  }
  C[blockIdx.x * 32 + threadIdx.x] = sum;
}
