// The halves of a statement have to do with each other: what the computation is
// given, the next element's load reads; a variable moves on for both; the second
// half reads what the first one has stored, or stores itself.
// ACCEPTED: split-statement.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void fed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float own = 0.0f, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i) {
      As[i][threadIdx.x] = A[(k * 4 + i) * 64 + threadIdx.x] + own;
      own = A[(k * 4 + i) * 64 + 63 - threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void moved(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float own[4], sum = 0.0f;
  int at = threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i) {
      As[i][threadIdx.x] = A[at];
      own[i] = B[at];
      at += 64;
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own[i] * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void stored(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float own[4], sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i) {
      As[i][threadIdx.x] = A[(k * 4 + i) * 64 + threadIdx.x];
      own[i] = As[0][threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own[i] * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void stores(const float *__restrict__ A, const float *__restrict__ B, float *C, int N) {
  __shared__ float As[4][64];
  float own[4], sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i) {
      As[i][threadIdx.x] = A[(k * 4 + i) * 64 + threadIdx.x];
      own[i] = B[(k * 4 + i) * 64 + threadIdx.x];
      C[(k * 4 + i) * 64 + threadIdx.x] = own[i];
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own[i] * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nor a jump, which would leave one half alone.
__global__ void left(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float own[4], sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [mixed-statement]
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < 4; ++i) {
      As[i][threadIdx.x] = A[(k * 4 + i) * 64 + threadIdx.x];
      own[i] = B[(k * 4 + i) * 64 + threadIdx.x];
      if (own[i] > 1.0e30f)
        break;
    }
    __syncthreads();
    for (int i = 0; i < 4; ++i)
      sum += own[i] * As[i][63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
