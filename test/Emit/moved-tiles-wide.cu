// Chunks of 16 bytes want tiles that begin at multiples of them: what lies behind
// 'As' does not.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync --widen 2>&1 >/dev/null | FileCheck %s --check-prefix=WIDE
// CHECK: rewritten: cpasync
// CHECK: because they pass 48 KB
// WIDE: it stays static, because what lies behind 'As' would not be aligned as it is [shared-memory-exceeded]

static __global__ void odd(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[7 * 1024 + 1];
  __shared__ float Bs[1024];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = threadIdx.x; i < 7 * 1024; i += 256)
      As[i] = A[k * 7168 + i];
    for (int i = threadIdx.x; i < 1024; i += 256)
      Bs[i] = A[k * 1024 + i];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void launch(const float *A, float *C, int N) { odd<<<4, 256>>>(A, C, N); }
