// Static tiles that code around the loop uses, too: the first buffer where neither
// side relies on the other, the one with the last tile where all of it is behind.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --stages=3 --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --stages=3 --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT

// The result goes through the tile.
// CHECK-LABEL: staged(
// CHECK: reinterpret_cast<float *>(As[0])[threadIdx.x] = sum;
// CHECK: sum = reinterpret_cast<float *>(As[0])[255 - threadIdx.x];
// REPORT: in 'staged'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
static __global__ void staged(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  reinterpret_cast<float *>(As)[threadIdx.x] = sum;
  __syncthreads();
  sum = reinterpret_cast<float *>(As)[255 - threadIdx.x];
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// By a pointer made behind the loop.
// CHECK-LABEL: by_pointer(
// CHECK: float *out = &As[0][0][0].x;
// CHECK: sum += out[(threadIdx.x + i) % 256];
// REPORT: in 'by_pointer'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
static __global__ void by_pointer(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  float *out = &As[0][0].x;
  out[threadIdx.x] = sum;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    sum += out[(threadIdx.x + i) % 256];
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Filled and read before, with a barrier in front of the loop.
// CHECK-LABEL: before(
// CHECK: As[0][0][threadIdx.x] = A[threadIdx.x];
// CHECK: sum += As[0][0][255 - threadIdx.x].y;
// REPORT: in 'before'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
static __global__ void before(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  As[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  sum += As[0][255 - threadIdx.x].y;
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Both.
// CHECK-LABEL: before_and_behind(
// CHECK: sum += As[0][0][255 - threadIdx.x].y;
// REPORT: in 'before_and_behind'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
static __global__ void before_and_behind(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  As[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  sum += As[0][255 - threadIdx.x].y;
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  reinterpret_cast<float *>(As)[threadIdx.x] = sum;
  __syncthreads();
  sum = reinterpret_cast<float *>(As)[255 - threadIdx.x];
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Behind the loop, and before it in the next round.
// CHECK-LABEL: outer_rounds(
// CHECK: reinterpret_cast<float *>(As[0])[threadIdx.x] = sum;
// REPORT: in 'outer_rounds'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
static __global__ void outer_rounds(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int row = 0; row < 3; ++row) {
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  reinterpret_cast<float *>(As)[threadIdx.x] = sum;
  __syncthreads();
  sum = reinterpret_cast<float *>(As)[255 - threadIdx.x];
  __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// What the last tile was.
// CHECK-LABEL: relies(
// CHECK: sum += As[stage ^ 1][0][255 - threadIdx.x].x;
// PEEL-LABEL: relies(
// PEEL: sum += As[stage][0][255 - threadIdx.x].x;
// RING-LABEL: relies(
// RING: sum += As[(stage + 2) % 3][0][255 - threadIdx.x].x;
// REPORT: in 'relies'
// REPORT: outside the loop 'As' is the buffer with the last tile
// REPORT: executed: {{.*}} equal
static __global__ void relies(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  sum += As[0][255 - threadIdx.x].x;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Read, changed and read again.
// CHECK-LABEL: changes(
// CHECK: sum += As[stage ^ 1][3][last].y;
// CHECK: As[stage ^ 1][0][threadIdx.x].x = sum;
// REPORT: in 'changes'
// REPORT: outside the loop 'As' is the buffer with the last tile
// REPORT: executed: {{.*}} equal
static __global__ void changes(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[(k * 4 + i) * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 4][i].x;
    __syncthreads();
  }
  const int last = 255 - threadIdx.x;
  sum += As[3][last].y;
  As[0][threadIdx.x].x = sum;
  __syncthreads();
  sum += As[0][last].x + As[1][last].z;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// A bit-field of an element that the loop stores whole before.
// REPORT: in 'bit_field'
// REPORT: outside the loop 'As' is its first buffer: no side relies on the other
// REPORT: executed: {{.*}} equal
struct Parts { int first : 4, rest : 28; };
static __global__ void bit_field(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Parts As[256];
  float sum = 0.0f;
  As[threadIdx.x] = Parts{0, int(threadIdx.x)};
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    const int value = A[k * 256 + threadIdx.x].x;
    As[threadIdx.x] = Parts{0, value};
    As[threadIdx.x].first = value & 7;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i].first + As[i].rest;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// The two tiles of a ring that go two ways have buffers of their own.
// RING-LABEL: mixed(
// RING: sum += Bs[parity ^ 1][255 - threadIdx.x] + As[(stage + 2) % 3][2][255 - threadIdx.x].z;
// REPORT: in 'mixed'
// REPORT: executed: {{.*}} equal
static __global__ void mixed(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[3][256];
  __shared__ float Bs[256];
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 3; ++i)
      As[i][threadIdx.x] = A[(k * 6 + i) * 256 + threadIdx.x];
    Bs[threadIdx.x] = A[(k * 6 + 4) * 256 + threadIdx.x].x * 2.0f;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 3][i].x * Bs[255 - i];
    __syncthreads();
  }
  sum += Bs[255 - threadIdx.x] + As[2][255 - threadIdx.x].z;
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

void host(const float4 *A, float *C, int N) {
  staged<<<400, 256>>>(A, C, N);
  by_pointer<<<400, 256>>>(A, C, N);
  before<<<400, 256>>>(A, C, N);
  before_and_behind<<<400, 256>>>(A, C, N);
  outer_rounds<<<400, 256>>>(A, C, N);
  relies<<<400, 256>>>(A, C, N);
  changes<<<400, 256>>>(A, C, N);
  mixed<<<400, 256>>>(A, C, N);
  bit_field<<<400, 256>>>(A, C, N);
}
