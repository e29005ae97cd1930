// A loop whose line another statement begins, or a block, goes on in a line of its own.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate --verify=kernels -o - 2>%t.report | FileCheck %s --strict-whitespace
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-COUNT-4: executed: {{.*}}, equal
// REPORT: 4 loops: 4 rewritten

// CHECK-LABEL: void declared(
// CHECK: {{^}}  int row, k;{{$}}
// CHECK-NEXT: {{^}}  // Prologue: load the first tile.
// CHECK: {{^}}  }
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}  for (; k < n; k += 32) {{{ *}}float part;
__global__ void declared(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
  int row, k;for (k = 0; k < n; k += 32) {float part;
    row = k + threadIdx.x % 32;
    s[threadIdx.x % 32] = A[row];
    __syncthreads();
    part = 0.0f;
    for (int i = 0; i < 32; ++i)
      part += s[i];
    sum += part;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void in_block(
// CHECK: {{^}}  if (n > 3) {{{$}}
// CHECK-NEXT: {{^}}  // Prologue: load the first tile.
__global__ void in_block(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
  if (n > 3) { for (int k = 0; k < n; k += 32) {
    s[threadIdx.x % 32] = A[k + threadIdx.x % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  } // each tile
  }
  C[threadIdx.x] = sum;
}

// After another loop, with a pragma above.
// CHECK-LABEL: void behind(
// CHECK: {{^}}  for (int i = 0; i < 2; ++i) { sum += i; }{{$}}
// CHECK-NEXT: {{^}}  // Prologue: load the first tile.
__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f; int k = 0;
#pragma unroll
  for (int i = 0; i < 2; ++i) { sum += i; } while (k < n) {
    s[threadIdx.x % 32] = A[k + threadIdx.x % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
    k += 32;
  }
  C[threadIdx.x] = sum;
}

// The tile's declaration stands in front of it.
__global__ void tile(const float *__restrict__ A, float *__restrict__ C, int n) {
  float sum = 0.0f;
  __shared__ float s[32]; for (int k = 0; k < n; k += 32) {
    s[threadIdx.x % 32] = A[k + threadIdx.x % 32]; __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads(); }
  C[threadIdx.x] = sum;
}
