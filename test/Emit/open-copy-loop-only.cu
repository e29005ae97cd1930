// An open copy loop that is the only statement of an `if`, an `else` or a `for` becomes two loops, which get braces.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-5: executed: {{.*}}, equal
// REPORT: 5 loops: 5 rewritten

// CHECK-LABEL: void guarded(
// CHECK: if (row < rows) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int iRound
// CHECK: // Iterations beyond the registers.
// CHECK-NEXT: for (int i =
// CHECK-NEXT: s[stage ^ 1][threadIdx.y][i] = A[row * n + kNext + i];
// CHECK-NEXT: }
// CHECK-NEXT: }
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int n, int rows) {
  __shared__ float s[8][32];
  float sum = 0.0f;
  const int row = blockIdx.x * 8 + threadIdx.y;
  for (int k = 0; k < n; k += 32) {
    if (row < rows)
      for (int i = threadIdx.x; i < 32; i += blockDim.x)
        s[threadIdx.y][i] = A[row * n + k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[threadIdx.y][i];
    __syncthreads();
  }
  if (row < rows)
    C[row * blockDim.x + threadIdx.x] = sum;
}

// CHECK-LABEL: void either(
// CHECK: if (row < rows) {
// CHECK: // Iterations beyond the registers.
// CHECK: }
// CHECK-NEXT: else {
// CHECK: // Iterations beyond the registers.
__global__ void either(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n, int rows) {
  __shared__ float s[8][32];
  float sum = 0.0f;
  const int row = threadIdx.y;
  for (int k = 0; k < n; k += 32) {
    if (row < rows)
      for (int i = threadIdx.x; i < 32; i += blockDim.x)
        s[threadIdx.y][i] = A[row * n + k + i];
    else
      for (int i = threadIdx.x; i < 32; i += blockDim.x)
        s[threadIdx.y][i] = B[k + i] * 2.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[threadIdx.y][i];
    __syncthreads();
  }
  C[row * blockDim.x + threadIdx.x] = sum;
}

// CHECK-LABEL: void in_loop(
// CHECK: for (int r = 0; r < 2; ++r) {
// CHECK-NEXT: #pragma unroll
// CHECK: // Iterations beyond the registers.
__global__ void in_loop(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[2][32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    for (int r = 0; r < 2; ++r)
      for (int i = threadIdx.x; i < 32; i += blockDim.x)
        s[r][i] = A[r * n + k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[threadIdx.x % 2][i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The pragma stays with its loop.
// CHECK-LABEL: void with_pragma(
// CHECK: if (n > 1) {
// CHECK-NEXT: #pragma unroll 4
// CHECK-NEXT: for (int iRound
// CHECK: // Iterations beyond the registers.
__global__ void with_pragma(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (n > 1)
#pragma unroll 4
      for (int i = threadIdx.x; i < 32; i += blockDim.x)
        s[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void same_line(
// CHECK: if (n > 1) {
// CHECK-NEXT: #pragma unroll
__global__ void same_line(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (n > 1) for (int i = threadIdx.x; i < 32; i += blockDim.x) s[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
