// Two buffers: a toggle, a difference, the parity of a counter; stores to the other buffer or values that wait in registers.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not grep -E "\[2\]\[|pipeline_(memcpy|commit|wait)" %t.cu

#define T 16

__global__ void toggled(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  As[0][ty][tx] = A[row * K + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'toggled'
  for (int k = 0; k < K; k += T) {
    if (k + T < K) {
      As[cur ^ 1][ty][tx] = A[row * K + k + T + tx];
      Bs[cur ^ 1][ty][tx] = B[(k + T + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    __syncthreads();
    cur ^= 1;
  }
  C[row * N + col] = sum;
}

__global__ void subtracted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  int cur = 0;
  As[cur][ty][tx] = A[row * K + tx];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'subtracted'
  for (int k = 0; k < K; k += T) {
    int nxt = 1 - cur;
    bool more = k + T < K;
    float a;
    if (more)
      a = A[row * K + (k + T) + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * As[cur][i][tx];
    if (more)
      As[nxt][ty][tx] = a;
    __syncthreads();
    cur = 1 - cur;
  }
  C[row * T + tx] = sum;
}

__global__ void parity(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  int tiles = K / T;
  As[0][ty][tx] = A[row * K + tx];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'parity'
  for (int t = 0; t < tiles; ++t) {
    if (t < tiles - 1)
      As[(t + 1) & 1][ty][tx] = A[row * K + (t + 1) * T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[t & 1][ty][i];
    __syncthreads();
  }
  C[row * T + tx] = sum;
}

__global__ void divided(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  As[0][ty][tx] = A[row * K + tx];
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'divided'
  for (int k = 0; k < K; k += T) {
    __syncthreads();
    if (k + T < K)
      As[(k / T + 1) % 2][ty][tx] = A[row * K + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[k / T % 2][ty][i];
  }
  C[row * T + tx] = sum;
}

__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T;
  float sum = 0.0f;
  for (int l = 0; l < T; l += 8)
    As[0][ty + l][tx] = A[(row + ty + l) * K + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'rows'
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      for (int l = 0; l < T; l += 8)
        As[1 - cur][ty + l][tx] = A[(row + ty + l) * K + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] + As[cur][ty + 8][i];
    __syncthreads();
    cur = 1 - cur;
  }
  C[(row + ty) * T + tx] = sum;
}

__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int M, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  int cur = 0;
  As[0][ty][tx] = row < M && tx < K ? A[row * K + tx] : 0.0f;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'guarded'
  for (int k = 0; k < K; k += T) {
    int next = k + T;
    if (next < K)
      As[cur ^ 1][ty][tx] = row < M && next + tx < K ? A[row * K + next + tx] : 0.0f;
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    cur ^= 1;
    __syncthreads();
  }
  if (row < M)
    C[row * T + tx] = sum;
}

__global__ void edges(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float acc[2] = {0.0f, 0.0f};
  int cur = 0;
  As[0][ty][tx] = tx < K ? A[row * K + tx] : 0.0f;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'edges'
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = k + T + tx < K ? A[row * K + k + T + tx] : 0.0f;
    for (int i = 0; i < T; ++i) {
      if (k + i >= K)
        break;
      acc[i & 1] = fmaf(As[cur][ty][i], 2.0f, acc[i & 1]);
    }
    __syncthreads();
    cur ^= 1;
  }
  C[row * T + tx] = acc[0] + acc[1];
}

__global__ void whiles(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  As[0][ty][tx] = A[row * K + tx];
  __syncthreads();
  int k = 0, cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'whiles'
  while (k < K) {
    if (k + T < K)
      As[1 - cur][ty][tx] = A[row * K + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur = 1 - cur;
    k += T;
  }
  C[row * T + tx] = sum;
}

__global__ void unequal(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][8][32];
  __shared__ float Bs[2][32][8];
  int t = threadIdx.x, tx = t % 8, ty = t / 8;
  int row = blockIdx.y * 8, col = blockIdx.x * 8;
  float sum = 0.0f;
  for (int l = 0; l < 4; ++l) {
    As[0][ty][tx + 8 * l] = A[(row + ty) * K + tx + 8 * l];
    Bs[0][ty + 8 * l][tx] = B[(ty + 8 * l) * N + col + tx];
  }
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'unequal'
  for (int k = 0; k < K; k += 32) {
    if (k + 32 < K) {
      for (int l = 0; l < 4; ++l) {
        As[cur ^ 1][ty][tx + 8 * l] = A[(row + ty) * K + k + 32 + tx + 8 * l];
        Bs[cur ^ 1][ty + 8 * l][tx] = B[(k + 32 + ty + 8 * l) * N + col + tx];
      }
    }
    for (int i = 0; i < 32; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    __syncthreads();
    cur ^= 1;
  }
  C[(row + ty) * N + col + tx] = sum;
}
