// Miscompile class: what is read has other names, or none that tells what it is.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

struct Pair {
  float x, y;
};
struct Riap {
  float y, x;
};
struct Cursor {
  int base;
};
template <int D> __device__ int offset = D + 1;
__device__ inline int larger(const int &a, const int &b) { return a < b ? b : a; }
__device__ inline void move(int &a) { a += T; }
__device__ inline float twice(const float *p, int i) { return p[i] * 2.0f; }
__device__ inline float once(const float *p, int i) { return p[i]; }

__global__ void element(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int off[1] = {0};
  As[0][ty][tx] = A[row + off[0] + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + off[0] + tx];
    off[0] += T;
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void field(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  Cursor at{row};
  As[0][ty][tx] = A[at.base + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[at.base + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    at.base += T;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void reference(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int off = 0;
  As[0][ty][tx] = A[row + tx + off];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + off];
    off += b / 1000;
    sum += larger(off, b);
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void moved(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int base = row;
  As[0][ty][tx] = A[base + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[base + tx];
    move(base);
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void pointer(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int off[1] = {0};
  int *at = off;
  As[0][ty][tx] = A[row + tx + *at];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + *at];
    *at += b / 1000;
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void captured(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  int base = row;
  auto next = [&] { base += T; };
  As[0][ty][tx] = A[base + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a jump or a lambda [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[base + tx];
    next();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void afterwards(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  float *p = &As[0][0];
  float a = A[row + tx];
  As[ty][tx] = a;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: in front of the loop there is memory that others see [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      a = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[ty][i];
    __syncthreads();
    if (k + T < K)
      As[ty][tx] = a;
    __syncthreads();
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum + p[ty * T + tx];
}

__global__ void records(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = b < 1000 ? A[row + tx] : reinterpret_cast<const Pair &>(A[row + tx]).x;
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = b < 1000 ? A[row + k + T + tx] : reinterpret_cast<const Riap &>(A[row + k + T + tx]).x;
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void instances(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx + offset<0> * (b / 1000)];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + offset<1> * (b / 1000)];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void functions(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = twice(A, row + tx);
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop: what is stored to the tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = once(A, row + k + T + tx);
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void typed(const float *__restrict__ A, float *__restrict__ C, int K, int b) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop may not be pipelined: [unseen-reference] 'As' is used in code that this build discards [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * sizeof(decltype(As));
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
