// Ranges of indices that the smaller of two numbers ends, of which nobody knows
// before the loop which one that is.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --variant=ldg -o %t.cu 2>%t.report
// RUN: FileCheck %s --check-prefix=REPORT --implicit-check-not=warning: < %t.report
// RUN: %strip %t.cu | FileCheck %s

// REPORT-COUNT-5: run {{ *}}executed: {{.*}} equal

// CHECK-LABEL: void tails(
// CHECK: const size_t CEnd = (size_t)(C + 64LL * (((long long)n - 1) / 64) + 64);
__global__ void tails(const float *A, float *C, int n) {
  __shared__ float As[64];
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < min(n - k, 64); i += 32)
      C[k + i] = As[i] + As[63 - i];
    __syncthreads();
  }
}

// As a macro has it.
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define GREATER(a, b) ((a) < (b) ? (b) : (a))
// CHECK-LABEL: void spelled(
// CHECK: const size_t CEnd = (size_t)(C + (long long)m + 64LL * (((long long)n - 1) / 64) + 64);
__global__ void spelled(const float *A, float *C, int n, int m) {
  __shared__ float As[64];
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < SMALLER(n - k, 64); i += 32)
      C[GREATER(k, m) + i] = As[i] + As[63 - i];
    __syncthreads();
  }
}

// Generated code has it as a statement, so that nothing is evaluated twice.
#define ONCE(x, y) ({ __typeof__(x) one = (x); __typeof__(y) two = (y); one < two ? one : two; })
// CHECK-LABEL: void generated(
// CHECK: const size_t CEnd = (size_t)(C + 32LL * blockIdx.x + 32);
__global__ void generated(const float *A, float *C, int n) {
  __shared__ float As[64];
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i <= ONCE(31, -32 * int(blockIdx.x) + 899); i += 16)
      C[32 * blockIdx.x + i] += As[i] + As[63 - i];
    __syncthreads();
  }
}

// One of two that are not compared.
// CHECK-LABEL: void either(
// CHECK: const size_t CEnd = (size_t)(C + (long long)m + l + blockDim.x);
__global__ void either(const float *A, float *C, int n, int m, int l) {
  __shared__ float As[64];
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[(threadIdx.x & 1 ? m : l) + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}

// Against the loop.
// CHECK-LABEL: void backwards(
// CHECK: const size_t CEnd = (size_t)(C + (long long)n + 64);
__global__ void backwards(const float *A, float *C, int n) {
  __shared__ float As[64];
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = threadIdx.x; i < SMALLER(-k + n, 64); i += 32)
      C[-k + n + i] = As[i];
    __syncthreads();
  }
}
