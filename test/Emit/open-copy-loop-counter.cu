// The counter of a copy loop from a thread's number on may be declared before it, if nothing asks what it holds after a loop that sets it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-4: executed: {{.*}}, equal
// REPORT: 4 loops: 4 rewritten

// CHECK-LABEL: void open(
// CHECK: for (int iRound = 0; iRound < {{.*}}; ++iRound) {
// CHECK-NEXT: i = threadIdx.x + iRound * blockDim.x;
// CHECK-NEXT: if (i < 32) {
// CHECK-NEXT: at = kNext + i;
// CHECK: // Iterations beyond the registers.
// CHECK-NEXT: for (i = threadIdx.x + {{.*}}blockDim.x; i < 32; i += blockDim.x)
__global__ void open(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  int i, at;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (i = threadIdx.x; i < 32; i += blockDim.x) {
      at = k + i;
      s[i] = A[at] * 2.0f;
    }
    __syncthreads();
    for (i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void constant(
// CHECK: for (int iRound = 0; iRound < 4; ++iRound) {
// CHECK-NEXT: i = threadIdx.x + iRound * 16;
// CHECK-NEXT: if (i < 64)
// CHECK-NEXT: sNext[iRound] = A[k
__global__ void constant(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  unsigned i;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    for (i = threadIdx.x; i < 64; i += 16)
      s[i] = A[k + i];
    __syncthreads();
    for (i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Two loops count by it, one from zero, and one after the pipelined loop.
__global__ void several(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float s[32], t[32];
  size_t i;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (i = 0; i < 2; i++)
      s[i * 16 + threadIdx.x % 16] = A[k + i * 16 + threadIdx.x % 16];
    for (i = threadIdx.x; i < 32; i += blockDim.x)
      t[i] = B[k + i] + 1.0f;
    __syncthreads();
    for (i = 0; i < 32; ++i)
      sum += s[i] * t[31 - i];
    __syncthreads();
  }
  for (i = 0; i < 3; ++i)
    C[threadIdx.x * 3 + i] = sum + i;
}

// Some threads alone, with a value before.
__global__ void some(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  int i = n;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (threadIdx.x < 8)
      for (i = threadIdx.x; i < 32; i += 8)
        s[i] = A[k + i];
    __syncthreads();
    for (i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
