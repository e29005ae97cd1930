// Values that wait in registers: for a second barrier, for the next iteration, behind pointers that go on.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not grep -E "\[2\]\[|pipeline_(memcpy|commit|wait)" %t.cu

#define T 16

__global__ void onebuffer(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  float a = A[row * K + tx];
  float b = B[ty * N + col];
  As[ty][tx] = a;
  Bs[ty][tx] = b;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'onebuffer'
  for (int k = 0; k < K; k += T) {
    const int next = k + T;
    if (next < K) {
      a = A[row * K + next + tx];
      b = B[(next + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
    if (next < K) {
      As[ty][tx] = a;
      Bs[ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}

__global__ void carried(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  float a = A[row * K + tx];
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'carried'
  for (int k = 0; k < K; k += T) {
    As[ty][tx] = a;
    __syncthreads();
    if (k + T < K)
      a = A[row * K + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[ty][i];
    __syncthreads();
  }
  C[row * T + tx] = sum;
}

__global__ void vectors(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[16][64];
  int t = threadIdx.x;
  int r = t / 16, c = t % 16 * 4;
  float sum = 0.0f;
  float4 v = *reinterpret_cast<const float4 *>(&A[r * K + c]);
  *reinterpret_cast<float4 *>(&As[r][c]) = v;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'vectors'
  for (int k = 0; k < K; k += 64) {
    if (k + 64 < K)
      v = *reinterpret_cast<const float4 *>(&A[r * K + k + 64 + c]);
    for (int i = 0; i < 64; ++i)
      sum += As[r][i];
    __syncthreads();
    if (k + 64 < K)
      *reinterpret_cast<float4 *>(&As[r][c]) = v;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void pointers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const float *a = A + row * K + tx;
  const float *b = B + ty * N + col;
  float sum = 0.0f;
  As[0][ty][tx] = *a;
  Bs[0][ty][tx] = *b;
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'pointers'
  for (int k = 0; k < K; k += T) {
    a += T;
    b += T * N;
    float x, y;
    if (k + T < K) {
      x = *a;
      y = *b;
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    if (k + T < K) {
      As[cur ^ 1][ty][tx] = x;
      Bs[cur ^ 1][ty][tx] = y;
    }
    __syncthreads();
    cur ^= 1;
  }
  C[row * N + col] = sum;
}
