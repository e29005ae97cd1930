// Loops that do not store to the same elements, in each tile.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// Row and column are exchanged.
__global__ void crossed(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N) {
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
          As[r * 16 + c + threadIdx.x % 4] = A[k + r + c];
    } else {
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
          As[c * 16 + r + threadIdx.x % 4] = 0;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A round moves the counter on.
__global__ void skips(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N)
      for (int i = threadIdx.x; i < 64; i += 16)
        As[i] = A[k + i];
    else
      for (int i = threadIdx.x; i < 64; i += 16) {
        As[i] = 0;
        i += 16;
      }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// As many rounds as there are elements left.
__global__ void as_many(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += 16)
      As[i] = 0;
    for (int i = threadIdx.x; i < N - k; i += 16)
      As[i & 63] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same words, of another number.
__global__ void other_end(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N) {
      const int end = M;
      for (int i = threadIdx.x; i < end; i += 16)
        As[i & 63] = A[k + i];
    } else {
      const int end = M - 1;
      for (int i = threadIdx.x; i < end; i += 16)
        As[i & 63] = 0;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What both count from has moved between the loops.
__global__ void moved(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    int first = threadIdx.x;
    for (int i = first; i < 64; i += 16)
      As[i] = 0;
    first ^= 1;
    for (int i = first; i < 62; i += 16)
      if (k + i < N)
        As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The counter is of another type, and runs over.
__global__ void narrow(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 <= N)
      for (int i = 0; i < 4; ++i)
        As[i * 100 % 64 + threadIdx.x % 4] = A[k + i];
    else
      for (unsigned char i = 0; i < 4; ++i)
        As[(unsigned char)(i * 100) % 64 + threadIdx.x % 4] = 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A place that a branch works out for some tiles.
__global__ void of_k(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    {
      int at = threadIdx.x % 32;
      if (k > M)
        at += 32;
      As[at] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
