// The copy loop's counter is declared before the loop, where each half sets it
// first, or its step is spelled as a sum.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-5: executed: {{.*}} equal

// CHECK-LABEL: void both(
__global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int i, row;
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    // CHECK: float AsNext[2];
    // CHECK: for (i = 0; i < 2; i++) {
    // CHECK: AsNext[i] = A[(kNext * 2 + row) * 64 + threadIdx.x];
    for (i = 0; i < 2; i++) {
      row = 1 - i;
      As[row][threadIdx.x] = A[(k * 2 + row) * 64 + threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x < 48)
      for (i = 0; i < 2; i++) {
        row = i;
        sum += As[row][threadIdx.x + 16];
      }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void steps(
__global__ void steps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    // CHECK: float AsNext[{{.*}}];
    for (int i = 0; i < 256; i = (64 + i))
      As[i + threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void ofBody(
__global__ void ofBody(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    int i;
    for (i = 0; i < 4; i = i + 1)
      As[i * 64 + threadIdx.x] = A[k + i * 64 + threadIdx.x];
    __syncthreads();
    for (i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Registers that the computation loads in front of the barrier have a counter
// of its own.
// CHECK-LABEL: void beside(
__global__ void beside(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int i, p;
  float own[3], sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    // CHECK: float AsNext[2];
    // CHECK: own[p] = B[k * 3 + p];
    for (i = 0; i < 2; i++)
      As[i][threadIdx.x] = A[(k * 2 + i) * 64 + threadIdx.x];
    for (p = 0; p < 3; p++)
      own[p] = B[k * 3 + p];
    __syncthreads();
    for (i = 0; i < 2; i++)
      for (p = 0; p < 3; p++)
        sum += own[p] * As[i][threadIdx.x ^ p];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The loop is entered again, and the rest of the function sets the counter
// before it reads it, too.
// CHECK-LABEL: void again(
__global__ void again(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int i, k, row;
  float own[2], sum = 0.0f;
  for (row = 0; row < 3; row++) {
    for (i = 0; i < 2; i++)
      own[i] = i + row;
    // CHECK: float AsNext[2];
    for (k = 0; k < N; ++k) {
      for (i = 0; i < 2; i++)
        As[i][threadIdx.x] = A[((row * N + k) * 2 + i) * 64 + threadIdx.x];
      __syncthreads();
      for (i = 0; i < 2; i++)
        sum += own[i] * As[i][63 - threadIdx.x];
      __syncthreads();
    }
    for (i = 0; i < 2; i++)
      C[(row * 2 + i) * 64 + threadIdx.x] = sum;
  }
}
