// Miscompile class: a copy in flight comes over what a later round of its loop,
// or a pointer that has moved, stores to the same element.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

__global__ void nextRound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[65];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 64; ++i) {
      As[i + 1] = A[k + i];
      As[i] = 0.0f;
    }
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void pointerMoves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[66];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    float *p = As + threadIdx.x;
    p[1] = A[k + threadIdx.x];
    p += 1;
    p[0] = 0.0f;
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void round64(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 256) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i % 64] = A[k + i];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Four elements on in one loop, two in the other, and the inner one starts two
// further in each round of the outer: they meet.
__global__ void shifted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    for (int j = 0; j < 2; ++j)
      for (int i = 2 * j; i < 32; i += 4)
        As[i + 2 * j] = A[k + i + j];
    __syncthreads();
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Eight elements from each fourth: two copies overlap.
__global__ void overlapping(const short *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ __align__(16) short As[64][40];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 32) {
    for (int e = threadIdx.x * 4; e < 2048; e += 4) {
      const int r = e / 32, c = e % 32;
      *reinterpret_cast<int4 *>(&As[r][c]) = *reinterpret_cast<const int4 *>(&A[r * N + k + c]);
    }
    __syncthreads();
    sum += As[threadIdx.x][1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A row that does not move on in each round.
__global__ void staying(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64][5];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 4) {
    unsigned row = threadIdx.x / 4;
    for (int i = 0; i < 8; ++i) {
      As[row][threadIdx.x % 4] = A[i * N + k];
      if (i != 3)
        row += 8;
    }
    __syncthreads();
    sum += As[63 - threadIdx.x][1].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// (j * 128) / 4 is 32 * j, and d goes beyond a row of 32.
__global__ void beyondRow(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[16 * 32 + 8];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} a thread may store to one element again{{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 16) {
    for (int d = threadIdx.x; d < 40; d += 8)
      for (int j = threadIdx.y; j < 16; ++j)
        As[j * 128 / 4 + d] = A[(k + j) * 40 + d];
    __syncthreads();
    sum += As[threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
