// A test in front of the loop asks whether it stores to what it loads: the
// pipelined loop and the source's stand side by side.
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime --verify=kernels --variant=ldg -o %t.cu 2>%t.report
// RUN: %strip %t.cu | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime --verify=kernels --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=EQUAL
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime --verify=kernels --variant=ldg-single 2>&1 >/dev/null | FileCheck %s --check-prefix=EQUAL
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime --verify=kernels --variant=ldg --epilogue=peel 2>&1 >/dev/null | FileCheck %s --check-prefix=EQUAL
// RUN: %pipeline-rewrite %s %builtin --alias-check=runtime --verify=kernels --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s --check-prefix=EQUAL
//
// The output stays as it is, with a reason.
// RUN: %pipeline-rewrite %t.cu %builtin --alias-check=runtime -o - 2>%t.again | diff %t.cu -
// RUN: FileCheck %s --check-prefix=AGAIN < %t.again
// AGAIN-COUNT-4: [annotated-off]

// REPORT: remark: rewritten: ldg, 2 stages
// REPORT: a test in front of it asks whether what is stored to 'C' misses what is loaded from 'A'
// REPORT: run {{ *}}executed: {{.*}} equal
// EQUAL-NOT: left alone
// EQUAL-COUNT-4: run {{ *}}executed: {{.*}} equal

// CHECK-LABEL: void rows(
// CHECK: __shared__ float As[2][8][64];
// CHECK: const size_t CBegin = (size_t)(C + 8LL * blockIdx.x * K);
// CHECK: const size_t ABegin = (size_t)(A + 8LL * blockIdx.x * K);
// CHECK: K >= 0 &&
// CHECK: (CEnd <= ABegin || AEnd <= CBegin)) {
// CHECK: As[stage ^ 1][threadIdx.y][threadIdx.x] =
// CHECK: } else {
// CHECK-NEXT: // pipeline-rewrite: off
// CHECK-NEXT: for (int k = 0; k < K; k += 64) {
// CHECK-NEXT:   As[0][threadIdx.y][threadIdx.x] = A[(blockIdx.x * 8 + threadIdx.y) * K + k + threadIdx.x];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   for (int i = 0; i < 64; ++i)
// CHECK-NEXT:     sum += As[0][threadIdx.y][i];
__global__ void rows(const float *A, float *C, int K) {
  __shared__ float As[8][64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * 8 + threadIdx.y) * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[threadIdx.y][i];
    C[(blockIdx.x * 8 + threadIdx.y) * K + k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// A pointer that each thread has moved on, and that the loop moves; the tile is
// declared in the body.
// CHECK-LABEL: void moved(
// CHECK: __shared__ float As[2][16];
// CHECK: (size_t)(A - (blockIdx.x * 64 + threadIdx.x)
// CHECK: } else {
// CHECK-NEXT: // pipeline-rewrite: off
// CHECK-NEXT: while (k < n) {
// CHECK-NEXT:   As[0][threadIdx.x] = *A;
__global__ void moved(const float *A, float *C, int n) {
  A += blockIdx.x * 64 + threadIdx.x;
  float sum = 0.0f;
  int k = 0;
  while (k < n) {
    __shared__ float As[16];
    As[threadIdx.x] = *A;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    C[blockIdx.x] = sum;
    __syncthreads();
    A += 16;
    k += 16;
  }
}

// Members of a parameter, elements of another width, a range that is known in
// numbers alone.
struct Arrays {
  const float4 *in;
  float *out;
  int n;
};
// CHECK-LABEL: void members(
// CHECK: const size_t outEnd = (size_t)(p.out + 4);
// CHECK: p.n >= 0
__global__ void members(Arrays p) {
  __shared__ float4 s[32];
  float sum = 0.0f;
  for (int k = 0; k < p.n; k += 32) {
    s[threadIdx.x] = p.in[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i].x;
    reinterpret_cast<float4 *>(p.out)[0].w = sum;
    __syncthreads();
  }
}

// Several loads and stores; from the end to the beginning.
// CHECK-LABEL: void downwards(
// CHECK: (CEnd <= ABegin || AEnd <= CBegin)
// CHECK: (DEnd <= BBegin || BEnd <= DBegin)
__global__ void downwards(const float *A, const float *B, float *C, float *D, int n) {
  __shared__ float As[32], Bs[32];
  float sum = 0.0f;
  for (int k = n - 1; k >= 0; --k) {
    As[threadIdx.x] = A[k * 32 + threadIdx.x];
    Bs[threadIdx.x] = B[k * 32 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * Bs[i];
    C[k] = sum;
    D[n - 1 - k] = sum;
    __syncthreads();
  }
}
