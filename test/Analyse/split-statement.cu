// A copy loop, an if or both fill a tile and give the computation registers: the
// same as two, one after the other. Locals of both stand in both.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-5: executed: {{.*}} equal

// CHECK-LABEL: void rows(
__global__ void rows(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float own[4], sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    // Both.
    // CHECK: Fetch the next tile
    // CHECK: int at = (kNext * 4 + i) * 64 + threadIdx.x;
    // CHECK-NEXT: AsNext[i] = A[at];
    // CHECK-NOT: B[
    // CHECK: #pragma unroll
    // CHECK-NEXT: for (int i = 0; i < 4; ++i) {
    // CHECK-NEXT: int at = (k * 4 + i) * 64 + threadIdx.x;
    // CHECK-NEXT: own[i] = B[at];
    // CHECK-NEXT: }
    // CHECK-NEXT: for (int i = 0; i < 4; ++i)
    // CHECK-NEXT: sum += own[i] * As[stage][i][63 - threadIdx.x];
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      int at = (k * 4 + i) * 64 + threadIdx.x;
      As[i][threadIdx.x] = A[at];
      own[i] = B[at];
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own[i] * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void column(
__global__ void column(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[8];
  float own[8], sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    // CHECK: As[0][i] = A[kNext * 8 + i];
    // CHECK: own[i] = B[(k * 8 + i) * 64 + threadIdx.x];
    // CHECK-NEXT: }
    // CHECK-NEXT: for (int i = 0; i < 8; ++i)
    // CHECK-NEXT: sum +=
    for (int i = 0; i < 8; ++i) {
      if (threadIdx.x == 0)
        As[i] = A[k * 8 + i];
      own[i] = B[(k * 8 + i) * 64 + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += own[i] * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void guarded(
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float scale = 0.0f, sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    // CHECK: if (k + threadIdx.x < N) {
    // CHECK-NEXT: scale = 0.5f * k;
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scale = 1.0f;
    // CHECK-NEXT: }
    if (k + threadIdx.x < N) {
      As[threadIdx.x] = A[k + threadIdx.x];
      scale = 0.5f * k;
    } else {
      As[threadIdx.x] = 0.0f;
      scale = 1.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += scale * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A sum beside the tile that the computation reads, or that ends the loop; by
// another name as well.
// CHECK-LABEL: void sums(
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float total = 0.0f, sum = 0.0f, *p = &total;
  for (int k = 0; k < N; k += 64) {
    // CHECK: const float v = A[k + threadIdx.x];
    // CHECK-NEXT: *p += v;
    // CHECK-NEXT: }
    if (threadIdx.x < 64) {
      const float v = A[k + threadIdx.x];
      *p += v;
      As[threadIdx.x] = v;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += total * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void ends(
__global__ void ends(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float total = 0.0f, sum = 0.0f;
  // CHECK: const bool hasNext = kNext < N && totalNext < 100.0f;
  for (int k = 0; k < N && total < 100.0f; k += 64) {
    if (N > 0) {
      const float v = A[k];
      total += v;
      As[threadIdx.x] = v;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + total;
}
